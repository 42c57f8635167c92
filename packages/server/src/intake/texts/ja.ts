/** Japanese. */
import type { PageTexts } from "./page-texts.ts";

export const ja: PageTexts = {
  dir: "ltr",
  thanks: "ありがとうございます",
  received: "メッセージを受け取りました。",
  backTo: (site) => `${site} に戻る`,
  notSent: "送信できませんでした",
  reasons: {
    malformed: "入力内容が途中で途切れました。もう一度送信してください。",
    forbidden: "このフォームは、元のページからの送信を受け付けていません。",
    not_found: "お使いのフォームは、もう存在しません。",
    unsupported_type: "元のページのフォームは、ここでは読み取れない形式で送信されました。",
    empty: "何も入力されていません。",
    invalid: "入力内容に誤りがあります。",
    busy: "ただいま混み合っているため、受け付けることができませんでした。しばらくしてからもう一度お試しください。",
    internal: "こちらで問題が発生し、入力内容は保存されませんでした。もう一度お試しください。",
  },
  limits: {
    body: (max) => `入力内容が長すぎます。全体で ${max} までです。`,
    fields: (max) => `フォームの項目が ${max} 個を超えているため、受け付けられません。`,
    files: (max) => `ファイルが多すぎます。一度に送信できるのは ${max} 個までです。`,
    field: (name, max) => `「${name}」が長すぎます。${max} までです。`,
    file: (name, max) => `ファイル「${name}」が大きすぎます。${max} までです。`,
  },
  goBack: "ブラウザーの「戻る」ボタンでお戻りください。入力した内容はそのまま残っています。",
  sendAgainHint: "入力した内容は失われていません。ここからもう一度送信できます。",
  filesAgain:
    "ファイルは選び直す必要があります。ファイルも送信するには、ブラウザーの「戻る」ボタンでお戻りください。",
  sendAgain: "もう一度送信",
  entered: "入力した内容",
  forOwner: "サイト管理者の方へ",
  reference: "参照番号",
  address: "これはフォームの送信先のアドレスです",
  addressHint:
    "ここに読むものはなく、問題も起きていません。連絡するには、相手のサイトにあるフォームをお使いください。",
};
