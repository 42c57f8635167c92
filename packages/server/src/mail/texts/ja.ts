/** Japanese. */
import { countNoun } from "./count-noun.ts";
import type { MailTexts } from "./en.ts";

export const ja: MailTexts = {
  unsubscribe: "配信を停止",
  notification: {
    subject: (form) => `新しい送信：${form}`,
    heading: "新しい送信があります",
    source: "ページ",
    place: "場所",
    leadScore: "スコア",
    score: (score) => `${score} / 100`,
    files: "ファイル",
    filesTooLarge: "ファイルが大きすぎるため添付できません。リンクから開いてください。",
    noFields: "入力のないまま送信されました。",
    shortened: "メールには長すぎる内容があるため、ここでは省略しています。",
    replyGoesTo: (address) => `このメールに返信すると、${address} に届きます。`,
    open: "送信内容を開く",
    markAsSpam: "迷惑送信にする",
    refire: "Webhook に再送する",
    reason: (form) =>
      `フォーム「${form}」の送信内容の届け先に、このアドレスが登録されているためお送りしています。`,
  },
  reply: {
    subject: "メッセージを受け取りました",
    greeting: "お問い合わせありがとうございます。",
    body: "メッセージを確かに受け取りました。",
    entries: "お送りいただいた内容",
    reason: "これは自動返信です。フォームにこのアドレスが入力されたためお送りしています。",
  },
  confirmation: {
    subject: "メールアドレスの確認をお願いします",
    heading: "アドレスの確認",
    body: (form, host) =>
      `${host} のフォーム「${form}」の送信内容が、このアドレスに届くように設定されました。受け取る場合は確認してください。`,
    confirm: "アドレスを確認する",
    ignore:
      "このフォームに心当たりがない場合は、このメールを無視してください。確認されるまで、ほかのメールは届きません。",
  },
  digest: {
    subject: (form, count) => `${form}：新しい送信 ${countNoun("ja", count, { other: "件" })}`,
    period: (from, to) => `${from} から ${to} まで`,
    submissions: "送信",
    heldAsSpam: "迷惑送信として保留",
    spamHint: "送信を開くと、全文を見たり、迷惑送信でないと指定したりできます。",
    more: (count) => `ほか ${countNoun("ja", count, { other: "件" })}`,
    open: "開く",
    openAll: "すべての送信を開く",
  },
};
