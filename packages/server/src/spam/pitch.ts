/** Finds advertising: posts that touch several topics of spam, in any language. */
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

interface Topic {
  readonly weight: number;
  readonly words: readonly string[];
}

const declareTopic = (weight: number, words: string): Topic => ({
  weight,
  words: words.split(/\s+/),
});

/**
 * The topics of form spam, each as word beginnings in many languages. `$` at the end of an entry means that it
 * must be the whole word. A topic counts once per post, however many of its words occur. Topics of honest
 * posts weigh little, so that only several topics together make spam.
 */
export const TOPICS: readonly Topic[] = [
  // Search engine optimization and marketing
  declareTopic(
    0.4,
    `seo$ backlink dofollow guestpost référenc suchmaschinenopt pozycjon продвижен раскрутк
    posicionam xrumer бэклинк 백링크 상위노출`,
  ),
  declareTopic(
    0.2,
    `google$ googles яндекс яндекса гугл 구글 جوجل bing$ tráfego traffic$ трафик ranking rankings
    auditor audyt conversion`,
  ),
  declareTopic(
    0.2,
    `outreach leads$ developers competitors sponsored redesign wordpress outsourc explainer shopify freelanc webdesign
    лендинг`,
  ),
  declareTopic(
    0.4,
    `рассылк рассылок emailing deliverab attendees firmenadressen telemarket solo-ads`,
  ),
  declareTopic(0.4, `unsubscribe opt-out`),
  declareTopic(0.4, `followers seguidores abonnés subscribers подписчик`),
  // Money
  declareTopic(
    0.3,
    `loan$ loans lender lending kredit$ kredite sofortkredit кредит займ pożyczk préstamo prestito
    prestiti empréstimo lening$ lån$ půjčk kölcsön împrumut δάνει قرض قروض 대출 लोन pinjaman kredi$ prêt$
    crédito collateral funding kefil`,
  ),
  declareTopic(
    0.35,
    `bitcoin btc$ crypto krypto kripto cripto крипто usdt$ forex$ airdrop presale copytrad
    deposit$ withdraw trading trader العملات تداول`,
  ),
  declareTopic(
    0.25,
    `profit profits incentive winning winnings win$ odds$ qualify$ eligible credits$ payout earn$ earned income roi$ invest$ investors инвест доход заработ прибыл
    verdien gagnez gana$ gane$ ganhe$ zarabia guadagn cuan`,
  ),
  declareTopic(
    0.3,
    `million$ millions millionen millones milioni inherit herencia widow fallecid verstorben erbe$
    notaire beneficiar surname lottery confidential vertraulich fortune lucrative compensat`,
  ),
  declareTopic(
    0.25,
    `whatsapp telegram телеграм телеграмм skype$ zalo$ واتساب 텔레그램 카카오톡 viber`,
  ),
  // Gambling, health, dating
  declareTopic(
    0.45,
    `casino kasino kasyno казино slot$ slots слот jackpot spins$ spiny$ freispiel фриспин bahis
    baccarat gacor sportsbook betting freeroll 카지노 토토 토토사이트 슬롯 كازينو קזינו poker$ tigrinho giros
    игровые`,
  ),
  declareTopic(0.25, `bonus bônus bono$ бонус 보너스 بونص בונוס bonusu`),
  declareTopic(
    0.6,
    `viagra cialis levitra tadalafil sildenafil виагр сиалис tramadol xanax ambien ozempic semaglut
    steroids hgh$ potenz$ enhancement`,
  ),
  declareTopic(
    0.35,
    `gummies cbd$ pills keto$ abnehm fat$ vapes рецепта prescription rezeptfrei ricetta recepty$
    ordonnance receta pharmacy`,
  ),
  declareTopic(
    0.5,
    `sexy porn порно escort naughty singles$ интим horny красавчик einsame heiße lonely$`,
  ),
  // Selling
  declareTopic(0.2, `shipping$ stock$ warranty$ clearance bestseller shop-now`),
  declareTopic(
    0.3,
    `replica replicas реплик wholesale moq$ manufactur supplier catalogue$ oem$ dropship`,
  ),
  declareTopic(0.3, `homepage web-site weblog$ bookmark surfing blog$`),
  declareTopic(
    0.2,
    `discount cheap cheapest скидк rabatt rabat$ desconto sconto$ lowest affordable купить
    дешев дёшев`,
  ),
  declareTopic(0.2, `guarantee guaranteed garant гарант garanz garantiz ضمان 보장 warranty`),
  declareTopic(
    0.15,
    `free$ gratis kostenlos gratuit бесплатн darmow ücretsiz bedava zdarma 무료 grátis besplatno
    безкоштовн`,
  ),
  declareTopic(
    0.2,
    `urgent urgently срочно dringend immediate immediately tonight expire expires limited сегодня
    instant instantly overnight acil`,
  ),
  declareTopic(
    0.15,
    `offer$ offers предлагаем bieten oferim offriamo package$ packages pricing quotation`,
  ),
  declareTopic(0.2, `click$ klicken cliquez haga$ кликай unlimited lifetime proven`),
  declareTopic(0.2, `chatbot automation autopilot merchant$ terminal$ revenue roi$`),
  declareTopic(
    0.2,
    `attorney abogado rechtsanwalt surname apellido nachnamen kin$ deceased customs$ parcel$ unpaid`,
  ),
  declareTopic(0.2, `girl$ marriage honey$ naked cam$ webcam flirt девушк знакомств`),
  declareTopic(0.15, `kindly dear$ esteemed`),
  declareTopic(
    0.15,
    `регистрац зарегистр register$ registrieren anmelden inscription regístrate registrati
    zarejestruj üye signup daftar 가입 apply$ claim$`,
  ),
  // Phishing and fraud
  declareTopic(
    0.3,
    `suspended suspension deactivat verify$ unusual phrase$ flagged copyright infringe mailbox
    disabled pending$`,
  ),
  declareTopic(
    0.5,
    `диплом dumps$ cvv$ hacked hacker spouse illuminati spell$ marabout désenvoût voyant plagiarism`,
  ),
];

/** Topics in scripts without spaces between words: an entry matches anywhere in the text. */
export const UNSPACED_TOPICS: readonly Topic[] = [
  declareTopic(0.4, "谷歌优化 外链 首页排名 上位表示 被リンク 推广 百度"),
  declareTopic(0.3, "微信 加微 แอดไลน์ LINEで"),
  declareTopic(0.4, "贷款 放款 抵押 融資 เงินกู้ 借款"),
  declareTopic(0.5, "娱乐城 彩金 赌场 カジノ คาสิโน สล็อต เครดิตฟรี 博彩 บาคาร่า"),
  declareTopic(0.5, "发票 代开 办证"),
  declareTopic(0.4, "副業 月収 日收益 稳赚 投资平台 稼げる 数字货币"),
  declareTopic(0.4, "出会い系 成人 裸聊"),
  declareTopic(0.25, "保证 保証 รับประกัน"),
  declareTopic(0.2, "免费 無料 ฟรี 送奖金 即送"),
  declareTopic(0.2, "登録 注册 สมัคร 申込"),
  declareTopic(0.2, "今すぐ 当天 ด่วน 秒到"),
  declareTopic(0.15, "价格优惠 格安 ราคาถูก"),
];

/** Entries are grouped by their first letters, so that most words cost one map lookup. */
const KEY_LETTERS = 3;
interface Entry {
  readonly stem: string;
  readonly isWhole: boolean;
  readonly topic: number;
}
const ENTRIES: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  TOPICS.flatMap(({ words }, topic) =>
    words.map((word): Entry => {
      const isWhole = word.endsWith("$");
      return { stem: isWhole ? word.slice(0, -1) : word, isWhole, topic };
    }),
  ),
  ({ stem }) => stem.slice(0, KEY_LETTERS),
);

/** A lower weight would apply to too many honest posts. */
const MIN_WEIGHT = 0.24;
const MAX_WEIGHT = 1;
/** Factor from the sum of the topics' weights to the weight of the finding. */
const SCALE = 1.2;
/** Topics below this weight are words of private letters too: honey, tonight, win, loan. */
const STRONG_WEIGHT = 0.4;
/** They count this much in a post without a link, a price or a percentage. */
const PRIVATE_FACTOR = 0.6;
/** Without a topic of advertising alone they are never spam by this check alone. */
const MAX_PRIVATE_WEIGHT = 0.6;
const OFFER = /:\/\/|www\.|[$€£¥₽%]|\d\s?(?:usd|eur)/;
/** Advertising starts early in a text, while a long honest letter touches many topics. */
const MAX_CHARACTERS = 2_000;

export const pitch: SpamCheck = ({ fields }) => {
  let topics = 0;
  let unspaced = 0;
  let isOffer = false;
  const words: string[] = [];
  let left = MAX_CHARACTERS;
  for (const [, whole] of textsOf(fields)) {
    if (left <= 0) break;
    const text = whole.slice(0, left).toLowerCase();
    left -= text.length;
    let start = -1;
    let isUnspaced = false;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at === text.length ? 32 : text.charCodeAt(at);
      if (isUnspacedLetter(code)) isUnspaced = true;
      if (isLetter(code)) {
        if (start === -1) start = at;
      } else if (start !== -1) {
        if (at - start >= KEY_LETTERS || code > 127 || text.charCodeAt(start) > 127) {
          const found = topicOf(text, start, at);
          if (found !== -1 && (topics & (1 << found)) === 0) {
            topics |= 1 << found;
            words.push(text.slice(start, at));
          }
        }
        start = -1;
      }
    }
    isOffer ||= OFFER.test(text);
    if (isUnspaced) unspaced |= unspacedTopics(text, words);
  }
  if (topics === 0 && unspaced === 0) return undefined;
  const sum = sumOf(TOPICS, topics, isOffer) + sumOf(UNSPACED_TOPICS, unspaced, true);
  const isAdvertising = isOffer || unspaced !== 0 || hasStrongTopic(topics);
  const maxWeight = isAdvertising ? MAX_WEIGHT : MAX_PRIVATE_WEIGHT;
  const weight = Math.min(maxWeight, Math.round(sum * SCALE * 100) / 100);
  if (weight < MIN_WEIGHT) return undefined;
  const list = words.slice(0, 5).map((word) => `“${word.slice(0, 30)}”`);
  return {
    check: "pitch",
    weight,
    sentence: `It reads like an advertisement: ${list.join(", ")}.`,
  };
};

function topicOf(text: string, start: number, end: number): number {
  const entries = ENTRIES.get(text.slice(start, Math.min(end, start + KEY_LETTERS)));
  if (entries === undefined) return -1;
  for (const { stem, isWhole, topic } of entries) {
    if (
      text.startsWith(stem, start) &&
      (isWhole ? start + stem.length === end : start + stem.length <= end)
    ) {
      return topic;
    }
  }
  return -1;
}

function unspacedTopics(text: string, words: string[]): number {
  let topics = 0;
  for (const [n, { words: known }] of UNSPACED_TOPICS.entries()) {
    const word = known.find((one) => text.includes(one.toLowerCase()));
    if (word === undefined) continue;
    topics |= 1 << n;
    words.push(word);
  }
  return topics;
}

function sumOf(
  topics: readonly { readonly weight: number }[],
  bits: number,
  isOffer: boolean,
): number {
  return topics.reduce((sum, { weight }, n) => {
    if ((bits & (1 << n)) === 0) return sum;
    return sum + (isOffer || weight >= STRONG_WEIGHT ? weight : weight * PRIVATE_FACTOR);
  }, 0);
}

const hasStrongTopic = (bits: number) =>
  TOPICS.some(({ weight }, n) => weight >= STRONG_WEIGHT && (bits & (1 << n)) !== 0);

/** Lower-case ASCII letters, the hyphen, and all other characters except Latin-1, general and CJK punctuation. */
function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || code === 45;
  return (
    code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !isCjkPunctuation(code) && code !== 0x60c
  );
}

const isCjkPunctuation = (code: number) =>
  (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff0f);

/** Thai, Lao, Kana and Han. Hangul is written with spaces. */
const isUnspacedLetter = (code: number) =>
  (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x3040 && code <= 0x9fff);
