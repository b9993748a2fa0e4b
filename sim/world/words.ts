/** sim/world/words: the invented words of generated worlds, some of them hard to show. */

export const PLACES: readonly string[] = [
  'Larkspur',
  'Quill Harbour',
  'Emberfell',
  'Oskarsund',
  'Port Valen',
  'Mirefield',
  'Tarn Hollow',
  'São Brío',
  'Kestrel Bay',
  'Wintermoor',
  'Ålesby',
  'Dunmarrow',
];

export const TEAMS: readonly string[] = [
  'Otters',
  'Comets',
  'Lanterns',
  'Ironwings',
  'Tides',
  'Foxgloves',
  'Granite',
  'Swifts',
  'Harriers',
  'Cinders',
  'Voyagers',
  'Badgers',
  'Nettles',
  'Meteors',
];

export const PEOPLE: readonly string[] = [
  'Ida Morrow',
  'Tobias Fenn',
  'Zoë Ångström',
  'Rune Halvard',
  'Marisol Quay',
  'Petra Lindqvist',
  'Okello Bright',
  'Jonas "Jo" Wray',
  'Cafe\u0301 Noir',
  'שלומית ברק',
  '林 小雨',
  'Nadia O’Dell',
  '𝔊𝔯𝔢𝔱𝔞 🦊',
  'Ida Morrow',
];

export const PSEUDONYMS: readonly string[] = ['Quiet-Heron', 'Brass-Kettle', 'Late-Comet', 'Mossy-Stone', 'Even-Keel'];

export const BIOS: readonly string[] = [
  '',
  'Reads the small print.',
  'Weather first,\nmarkets second.',
  'أحب الأسئلة الصعبة',
  '<i>not markup</i> & "not" \\escaped\\',
  '🪶🪨 touch and see',
];

export const SUBJECTS: readonly string[] = [
  'the night ferry run again',
  'the old observatory reopen',
  'the apple harvest beat last year',
  'the council publish its budget',
  'the lighthouse film win a prize',
  'the tram line reach the station',
  'the river stay below the quay',
  'the first frost come early',
];

/** Titles that test the parsers of clients. */
export const ODD_TITLES: readonly string[] = [
  'Will Zoë’s cafe\u0301 on the corner of Rue de l’Été stay open past midnight? ☕',
  'هل ستمطر في المدينة القديمة غدا؟',
  'האם המגדלור ייפתח מחדש השנה?',
  '🦄🧵 Will 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝔣𝔬𝔩𝔨 hold their fair? 👩‍🚀',
  'Will "<b>bold</b> & brave" </script><script>alert(1)</script> be the motto?',
  'Will the sign say "line one\nline two\tend" with a backslash \\ in it?',
  'Will 林小雨 finish the mural in 東の港 before the feast?',
  'Will a separator\u2028or a byte order mark\ufeff upset anyone?',
  "Will the choir's '; DROP TABLE programme; -- be sung?",
  `Will the very long story of ${'the keeper, the lamp, the fog and '.repeat(14)}the ferry be told in full?`,
];

/** Two markets of different events share each of these. */
export const SHARED_TITLE = 'Will it rain on the day of the regatta?';

export const TAG_LABELS: readonly string[] = [
  'Politics',
  'Sports',
  'Weather',
  'Culture',
  'Science',
  'Harbour Life',
  'Été ☀',
  'Elections',
  'Transport',
  'Money & Trade',
];

export const SITES: readonly string[] = [
  'North Light',
  'Tidewater',
  'Brass Lantern',
  'Fogbank',
  'Open Quay',
  'Slow Signal',
  'Grey Heron',
  'Copper Kettle',
  'Ünder Way',
];

export const COMMENT_TEXTS: readonly string[] = [
  'The forecast changed this morning.',
  'I would not read too much into one poll.',
  'Price looks low to me.',
  'Same as last year, same as next year.',
  'לא בטוח שזה נכון',
  'Who settles this one?\nAnd when?',
  '🤷‍♀️',
  'See <https://example.org/?a=1&b="2"> for the rules',
  'Agreed.',
  `A long view: ${'patience pays, except when it does not; '.repeat(20)}that is all.`,
];
