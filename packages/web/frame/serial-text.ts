/** A serial number as people compare it: capital hexadecimal digits, in pairs. */
export const serialText = (serial: string): string => serial.toUpperCase().replace(/(..)(?=.)/g, "$1:");
