/** Passwords that attackers try first; a person who chooses one is asked to take another. */

/** Words that guessers try with a capital, digits and signs around them; German and English, and keyboards of both. */
const wellKnownWords: ReadonlySet<string> = new Set(
  `abc abcd abcde abcdef abcdefg abcdefgh admin administrator anmelden baseball batman berlin changeme computer daniel deutschland dragon
  football freiheit frankfurt frühling fruehling fussball fußball geheim hallo hamburg hello herbst ichliebedich iloveyou internet jesus
  killer kennwort letmein liebe login lovely master michael monkey muenchen münchen ninja passwd passw password passwort pass princess
  qwer qwert qwerty qwertyuiop qwertz qwertzuiop asdf asdfg asdfgh asdfghjkl yxcv yxcvbn zxcv zxcvbn zxcvbnm qweasd qweasdyxc qweasdzxc
  qay qaywsx qaz qazwsx schalke schatz schatzi secret shadow siegel signature sommer sonne sonnenschein spring starwars start summer
  sunshine superman test tester testtest trustno unterschrift user welcome whatever willkommen winter wochenende zugang`.split(
    /\s+/,
  ),
);

/** Signs that stand for a letter. */
const writtenOtherwise: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** Whether it is one of those words, or one letter again and again, whatever stands before and after. */
export function isWellKnown(password: string): boolean {
  const word = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (word === "") return password !== "";
  const plain = plainLetters(word);
  return [word, plain].some((form) => wellKnownWords.has(form)) || new Set(plain).size === 1;
}

/** The same with letters in place of the signs that stand for them: "p@ssw0rd" is a password. */
export const plainLetters = (word: string): string =>
  word.replace(/[013457@$]/g, (sign) => writtenOtherwise[sign] ?? sign);
