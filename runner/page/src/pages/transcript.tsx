// A conversation of judge and submission: who said what, and who waited for whom.
import { useState } from "preact/hooks";
import type { Message, Transcript } from "../payload";
import { bytes, Card, Facts, t, time } from "../kit";
import { Line } from "../text/line";

const k_first = 200;

interface Step {
  message: Message;
  wait: number; // microseconds since the message before
  isReply: boolean; // the other side spoke before
}

function steps(messages: Message[]): Step[] {
  return messages.map((message, at) => ({
    message,
    wait: message.us - (at ? messages[at - 1].us : 0),
    isReply: at === 0 || messages[at - 1].from !== message.from,
  }));
}

function Said({ message, isLast }: { message: Message; isLast: boolean }) {
  const lines = message.text.replace(/\n$/, "").split("\n");
  const most = 12;
  return <div class={`said from-${message.from}`}>
    {lines.slice(0, most).map((line) => <div class="line"><Line line={line} showBlanks={false} most={400} /></div>)}
    {lines.length > most && <span class="soft">{t("{0} more lines", lines.length - most)}</span>}
    {message.left_out > 0 && <span class="soft"> … {bytes(message.left_out)}</span>}
    {isLast && <span class="tag">{t("last message")}</span>}
  </div>;
}

function Row({ step, longest, isLast }: { step: Step; longest: number; isLast: boolean }) {
  const { message, wait, isReply } = step;
  const width = `${longest ? (Math.sqrt(wait / longest)) * 100 : 0}%`;
  const who = message.from === 1 ? t("the judge waited for the submission") : t("the submission waited for the judge");
  return <li class={`turn from-${message.from}`}>
    <span class="when">{time(message.us / 1000)}</span>
    <Said message={message} isLast={isLast} />
    {isReply && wait > 0 && <span class="wait" title={who}>
      <span class="length" style={{ width }} /><span>{time(wait / 1000)}</span><span class="unseen">{who}</span>
    </span>}
  </li>;
}

function Gap({ transcript }: { transcript: Transcript }) {
  return <li class="gap">{t("{0} messages ({1}) are left out here", transcript.gap_messages, bytes(transcript.gap_bytes))}</li>;
}

export function Timeline({ transcript }: { transcript: Transcript }) {
  const [most, setMost] = useState(k_first);
  const { messages, gap_after, gap_messages } = transcript;
  const all = steps(messages);
  // The wait at the gap is that for all messages that are left out: nobody's.
  if (gap_messages && all[gap_after]) Object.assign(all[gap_after], { wait: 0 });
  const think = (from: number) => all.reduce((sum, { message, wait }) => sum + (message.from === from ? wait : 0), 0);
  const longest = Math.max(0, ...all.map(({ wait }) => wait));
  // The end tells most, so of a long conversation beginning and end are shown.
  const isLong = messages.length > most;
  const shown = all.map((step, at) => ({ step, at })).filter(({ at }) => !isLong || at < most - 50 || at >= messages.length - 50);
  const total = messages.length + gap_messages;
  return <Card title={t("Conversation")}>
    <Facts rows={[
      [t("Messages"), total], [t("The submission thought"), time(think(1) / 1000)], [t("The judge thought"), time(think(0) / 1000)],
    ]} />
    <ol class="timeline">
      <li class="sides" aria-hidden="true"><span /><b>{t("Judge")}</b><b>{t("Submission")}</b></li>
      {shown.map(({ step, at }, place) => <>
        {gap_messages > 0 && at === gap_after && <Gap transcript={transcript} />}
        {place > 0 && at !== shown[place - 1].at + 1 && <li class="gap"><button type="button" onClick={() => setMost(Infinity)}>{t("Show all {0}", messages.length)}</button></li>}
        <Row step={step} longest={longest} isLast={at === messages.length - 1} />
      </>)}
    </ol>
  </Card>;
}
