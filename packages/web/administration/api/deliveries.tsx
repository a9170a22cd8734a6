import type { DeliveryPage, WebhookDelivery } from "@siegel/contract/calls/webhooks.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { accountOrThrow, callAccount } from "../../api/account-client.ts";
import { Loading } from "../../frame/loading.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { SectionFault } from "../section-fault.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { useAnswerText } from "./use-answer-text.ts";

const filters = ["all", "failed"] as const;
type Filter = (typeof filters)[number];
/** For a minute after something was sent from here the list looks again so often; not for ever: that would keep a session alive. */
const look_again_ms = 2_000;
const looks_for_ms = 60_000;

/** What became of each event, newest first, and the way to send again what failed. */
export function Deliveries({
  sentAt,
  onSent,
}: {
  /** When something was last sent from this page; milliseconds. */
  readonly sentAt: number;
  readonly onSent: () => void;
}): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const [filter, setFilter] = useState<Filter>("all");
  const [fault, setFault] = useState<string | null>(null);
  const [again, setAgain] = useState<number | null>(null);
  const list = useInfiniteQuery({
    queryKey: ["webhookDeliveries", filter],
    queryFn: ({ pageParam, signal }) =>
      accountOrThrow(
        "listWebhookDeliveries",
        { query: { state: filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { quiet: true, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      Date.now() - sentAt < looks_for_ms && state.data?.pages.some((page) => page.deliveries.some(isWaiting))
        ? look_again_ms
        : false,
  });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const failed = list.data?.pages[0]?.failed;
  const changed = () => client.invalidateQueries({ queryKey: ["webhookDeliveries"] });

  async function sendAgain(id: string): Promise<void> {
    setFault(null);
    const answer = await callAccount("replayDelivery", { params: { id } }, { quiet: true });
    if (answer.ok) onSent();
    else setFault(sentenceOfCode(answer.code, t));
    await changed();
  }
  return (
    <section className="sheet tokens mt-5" aria-label={t("deliveries.title")} aria-busy={list.isFetching}>
      <div className="toolbar">
        <h2 className="h-card">{t("deliveries.title")}</h2>
        <Filters at={filter} failed={failed?.count ?? 0} onChoose={setFilter} />
      </div>
      {fault !== null && (
        <div className="part">
          <Fault id="delivery-fault">{fault}</Fault>
        </div>
      )}
      {failed !== undefined && failed.count > 0 && (
        <Failed
          failed={failed}
          onDone={(count) => {
            setAgain(count);
            onSent();
            setFilter("all");
            void changed();
          }}
        />
      )}
      {again !== null && (failed?.count ?? 0) === 0 && (
        <div className="part">
          <div className="note" role="status">
            <Icon name="again" />
            <p>{t("deliveries.sentAgain", { n: again })}</p>
          </div>
        </div>
      )}
      {list.isPending && <Loading />}
      {list.isError && <SectionFault fault={list.error} onAgain={() => void list.refetch()} />}
      {list.data !== undefined && deliveries.length === 0 && <Empty of={filter} />}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} onAgain={sendAgain} />}
      {list.hasNextPage && (
        <div className="more-rows">
          <button
            className="btn btn-sm btn-side"
            type="button"
            aria-busy={list.isFetchingNextPage || undefined}
            onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
          >
            {list.isFetchingNextPage && <span className="spin" aria-hidden="true" />}
            {t("list.more")}
          </button>
        </div>
      )}
    </section>
  );
}

const isWaiting = ({ state }: WebhookDelivery): boolean => state === "waiting";

function Filters({
  at,
  failed,
  onChoose,
}: {
  readonly at: Filter;
  readonly failed: number;
  readonly onChoose: (filter: Filter) => void;
}): JSX.Element {
  const t = useText();
  const number = new Intl.NumberFormat(useLanguage());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame, and these are buttons
    <div className="seg ml-auto" role="group" aria-label={t("deliveries.filter")}>
      {filters.map((filter) => (
        <button key={filter} type="button" aria-pressed={filter === at} onClick={() => onChoose(filter)}>
          {t(`deliveries.filter_${filter}`)}
          {filter === "failed" && failed > 0 && <span className="subtle num">{number.format(failed)}</span>}
        </button>
      ))}
    </div>
  );
}

/** Says how much has failed, what the receiver said, and offers to send all of it again. */
function Failed({
  failed,
  onDone,
}: {
  readonly failed: DeliveryPage["failed"];
  readonly onDone: (count: number) => void;
}): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const answerText = useAnswerText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const since = failed.since ?? "";
  const at = momentText(new Date(since), { language });
  async function sendAll(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await callAccount("replayFailed", { body: { since } }, { quiet: true });
    setBusy(false);
    if (!answer.ok) return setFault(sentenceOfCode(answer.code, t));
    if (answer.data.count === 0) return setFault(sentenceOfCode("WEBHOOK_URL_MISSING", t));
    onDone(answer.data.count);
  }
  return (
    <div className="part">
      <div className="note bad">
        <Icon name="warning" />
        <div className="min-w-0">
          <b className="block">
            {failed.count === 1 ? t("deliveries.failedOne") : t("deliveries.failedMany", { n: failed.count })}
          </b>
          <p>{t("deliveries.failedLead", { at, answer: answerText(failed) })}</p>
          {fault !== null && <Fault id="replay-fault">{fault}</Fault>}
          <MainButton
            look="side"
            className="btn-sm mt-3 max-w-full whitespace-normal text-left"
            busy={busy}
            onPress={() => void sendAll()}
          >
            <Icon name="again" size={18} />
            {t("deliveries.sendAll", { at: at.split(",")[0] ?? at })}
          </MainButton>
        </div>
      </div>
    </div>
  );
}

function Empty({ of }: { readonly of: Filter }): JSX.Element {
  const t = useText();
  return (
    <div className="empty" role="status">
      <Icon name={of === "all" ? "message" : "done"} size={32} />
      <p className="h-card">{t(`deliveries.none_${of}`)}</p>
      <p className="muted">{t(`deliveries.noneLead_${of}`)}</p>
    </div>
  );
}
