#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "intake/names/names.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

/// What months are called, alone and in dates, in the languages into which Moodle is translated:
/// the Unicode CLDR's names (version 47), folded, divided by "|". What is two months in two
/// languages is not among them: month_in() knows it.
// clang-format off
constexpr std::array<std::string_view, 12> k_month_names = {
    "januarie|janar|ጃንዋሪ|يناير|հունվար|հունվարի|yanvar|urtarrila|студзень|студзеня|জানুয়ারি|januar|януари|ဇန်နဝါရီ|gener|一月|siječanj|siječnja|leden|ledna|januari|january|januaro|jaanuar|enero|tammikuu|tammikuuta|janvier|xaneiro|იანვარი|ιανουαρίου|જાન્યુઆરી|janairu|ינואר|जनवरी|január|janúar|eanáir|gennaio|ಜನವರಿ|қаңтар|មករា|mutarama|январь|ມັງກອນ|janvāris|sausis|sausio|јануари|janoary|ജനുവരി|jannar|hānuere|जानेवारी|нэгдүгээр сар|genièr|ژانویه|ژانویهٔ|styczeń|stycznia|janeiro|جنوري|ianuarie|января|faoilleach|fhaoilleach|јануар|දුරුතු|januára|jannaayo|janaayo|январ|ஜனவரி|гыйнвар|జనవరి|มกราคม|ཟླ་བ་དང་པོ་|ཟླ་བ་དང་པོ|ጥሪ|ocak|ýanwar|січень|січня|جنوری|ionawr|samwiyee|janyuwari|oṣù ṣẹ́rẹ́|januwari|jannewaris|genver|jenụwarị|yennayer|amajjii|ođđajagemánnu|ferikgong|xineru|sānuali|کانوونی دووەم|སྤྱི་སྤྱི་ཟླ་དངཔ་|ཟླ་དངཔ་|rêbendan|januara|schaner",
    "februarie|shkurt|ፌብሩዋሪ|فبراير|փետրվար|փետրվարի|fevral|otsaila|люты|лютага|ফেব্রুয়ারি|februar|февруари|ဖေဖော်ဝါရီ|febrer|二月|veljača|veljače|únor|února|februari|february|februaro|veebruar|pebrero|helmikuu|helmikuuta|février|febreiro|თებერვალი|φεβρουαρίου|ફેબ્રુઆરી|faburairu|פברואר|फ़रवरी|február|febrúar|feabhra|febbraio|ಫೆಬ್ರವರಿ|ақпан|កុម្ភៈ|gashyantare|февраль|ກຸມພາ|februāris|vasaris|vasario|febroary|ഫെബ്രുവരി|frar|pēpuere|फेब्रुवारी|хоёрдугаар сар|फेब्रुअरी|febrièr|فوریه|فوریهٔ|luty|lutego|fevereiro|فېبروري|فبروري|февраля|gearran|ghearran|фебруар|නවම්|februára|febraayo|febrero|феврал|பிப்ரவரி|ఫిబ్రవరి|กุมภาพันธ์|ཟླ་བ་གཉིས་པ་|ཟླ་བ་གཉིས་པ|ለካቲት|şubat|fewral|лютий|лютого|فروری|chwefror|fewriyee|februwari|oṣù èrèlè|febrewaris|cʼhwevrer|febrụwarị|fuṛar|guraandhala|guovvamánnu|tlhakole|febreru|fēpueli|شوبات|སྤྱི་སྤྱི་ཟླ་གཉིས་པ་|ཟླ་གཉིས་པ་|sibat|februara|favrer",
    "maart|mars|ማርች|مارس|մարտ|մարտի|mart|martxoa|сакавік|сакавіка|মার্চ|март|မတ်|març|三月|ožujak|ožujka|březen|března|marts|march|marto|märts|marso|maaliskuu|maaliskuuta|marzo|მარტი|märz|μαρτίου|માર્ચ|maris|מרץ|मार्च|március|maret|márta|ಮಾರ್ಚ್|наурыз|មីនា|werurwe|ມີນາ|kovas|kovo|mäerz|martsa|mac|മാർച്ച്|marzu|māehe|гуравдугаар сар|marzec|marca|março|مارچ|martie|марта|màrt|mhàrt|මැදින්|marec|maarso|machi|மார்ச்|మార్చి|มีนาคม|ཟླ་བ་གསུམ་པ་|ཟླ་བ་གསུམ་པ|መጋቢት|березень|березня|mawrth|matshi|oṣù ẹrẹ̀nà|mashi|meurzh|maachị|meɣres|bitootessa|njukčamánnu|mopitlo|maʻasi|ئازار|སྤྱི་སྤྱི་ཟླ་གསུམ་པ་|ཟླ་གསུམ་པ་|adar|měrc|měrca",
    "april|prill|ኤፕሪል|أبريل|ապրիլ|ապրիլի|aprel|apirila|красавік|красавіка|এপ্রিল|април|ဧပြီ|abril|四月|travanj|travnja|duben|dubna|aprilo|aprill|apríl|huhtikuu|huhtikuuta|avril|აპრილი|απριλίου|એપ્રિલ|afirilu|אפריל|अप्रैल|április|aibreán|aprile|ಏಪ್ರಿಲ್|сәуір|មេសា|mata|апрель|ເມສາ|aprīlis|balandis|balandžio|abrëll|aprily|ഏപ്രിൽ|āperira|āpereira|एप्रिल|дөрөвдүгээр сар|अप्रिल|آوریل|kwiecień|kwietnia|اپریل|aprilie|апреля|giblean|ghiblean|බක්|apríla|abriil|aprili|апрел|ஏப்ரல்|ఏప్రిల్|เมษายน|ཟླ་བ་བཞི་པ་|ཟླ་བ་བཞི་པ|ሚያዝያ|nisan|квітень|квітня|ebrill|awril|epreli|oṣù ìgbé|ephreli|ebrel|epreel|yebrir|eebila|cuoŋománnu|moranang|ʻepeleli|نیسان|སྤྱི་སྤྱི་ཟླ་བཞི་པ|ཟླ་བཞི་པ་|nîsan|apryl|apryla|avrigl",
    "mei|maj|ሜይ|مايو|մայիս|մայիսի|may|maiatza|май|мая|মে|မေ|maig|五月|svibanj|svibnja|květen|května|majo|mai|mayo|toukokuu|toukokuuta|maio|მაისი|μαΐου|મે|mayu|מאי|मई|május|maí|bealtaine|maggio|ಮೇ|мамыр|ឧសភា|gicurasi|ພຶດສະພາ|maijs|gegužė|gegužės|mee|мај|mey|മേയ്|mejju|मे|тавдугаар сар|مه|مهٔ|maja|مۍ|cèitean|chèitean|වෙසක්|máj|mája|maayo|மே|మే|พฤษภาคม|ཟླ་བ་ལྔ་པ་|ཟླ་བ་ལྔ་པ|ጉንበት|mayıs|maý|травень|травня|مئی|meyi|oṣù ẹ̀bibi|maaie|mae|mayyu|caamsaa|miessemánnu|motsheganang|mē|ئایار|སྤྱི་སྤྱི་ཟླ་ལྔ་པ་|ཟླ་ལྔ་པ་|gulan|meja|meje|matg",
    "junie|qershor|ጁን|يونيو|հունիս|հունիսի|iyun|ekaina|чэрвень|чэрвеня|জুন|juni|юни|ဇွန်|juny|六月|lipanj|lipnja|červen|června|june|junio|juuni|hunyo|kesäkuu|kesäkuuta|juin|xuño|ივნისი|ιουνίου|જૂન|yuni|יוני|जून|június|júní|meitheamh|giugno|ಜೂನ್|маусым|មិថុនា|kamena|июнь|ມິຖຸນາ|jūnijs|birželis|birželio|јуни|jona|jun|ജൂൺ|ġunju|hune|зургаадугаар сар|जुन|junh|ژوئن|czerwiec|czerwca|junho|جون|iunie|июня|t-ògmhios|ògmhios|јун|පොසොන්|jún|júna|junij|juun|июн|ஜூன்|జూన్|มิถุนายน|ཟླ་བ་དྲུག་པ་|ཟླ་བ་དྲུག་པ|ሰነ|haziran|iýun|червень|червня|mehefin|suwe|oṣù òkúdu|mezheven|yunyu|waxabajjii|geassemánnu|seetebosigo|xunu|sune|حوزەیران|སྤྱི་སྤྱི་ཟླ་དྲུག་པ|ཟླ་དྲུག་པ|hezîran|junija|zercladur",
    "julie|korrik|ጁላይ|يوليو|հուլիս|հուլիսի|iyul|uztaila|ліпень|ліпеня|জুলাই|juli|юли|ဇူလိုင်|juliol|七月|srpanj|srpnja|červenec|července|july|julio|juuli|hulyo|heinäkuu|heinäkuuta|juillet|xullo|ივლისი|ιουλίου|જુલાઈ|yuli|יולי|जुलाई|július|júlí|iúil|luglio|ಜುಲೈ|шілде|កក្កដា|nyakanga|июль|ກໍລະກົດ|jūlijs|liepa|liepos|јули|jolay|julai|ജൂലൈ|lulju|hūrae|जुलै|долоодугаар сар|julhet|ژوئیه|ژوئیهٔ|lipiec|lipca|julho|جولای|iulie|июля|t-iuchar|iuchar|јул|jul|ඇසළ|júl|júla|julij|luulyo|июл|ஜூலை|జులై|กรกฎาคม|ཟླ་བ་བདུན་པ་|ཟླ་བ་བདུན་པ|ሓምለ|temmuz|iýul|липень|липня|جولائی|gorffennaf|sulet|julayi|oṣù agẹmọ|gouere|julaị|yulyu|adoolessa|suoidnemánnu|phukwi|xunetu|siulai|تەمووز|སྤྱི་སྤྱི་ཟླ་བདུན་པ་|ཟླ་བདུན་པ་|tîrmeh|julija|fanadur",
    "augustus|gusht|ኦገስት|أغسطس|օգոստոս|օգոստոսի|avqust|abuztua|жнівень|жніўня|আগস্ট|august|август|ဩဂုတ်|agost|八月|kolovoz|kolovoza|srpen|srpna|aŭgusto|agosto|elokuu|elokuuta|août|აგვისტო|αυγούστου|ઑગસ્ટ|agusta|אוגוסט|अगस्त|augusztus|ágúst|agustus|lúnasa|ಆಗಸ್ಟ್|тамыз|សីហា|kanama|ສິງຫາ|augusts|rugpjūtis|rugpjūčio|aogositra|ogos|ഓഗസ്റ്റ്|awwissu|ākuhata|ऑगस्ट|наймдугаар сар|अगस्ट|اوت|sierpień|sierpnia|اګست|августа|lùnastal|avgust|නිකිණි|augusta|ogosto|agosti|augusti|ஆகஸ்ட்|ఆగస్టు|สิงหาคม|ཟླ་བ་བརྒྱད་པ་|ཟླ་བ་བརྒྱད་པ|ነሓሰ|ağustos|awgust|серпень|серпня|اگست|awst|ut|agasti|oṣù ògún|eost|ọgọọst|ɣuct|hagayya|borgemánnu|phatwe|agostu|ʻaokosi|ئاب|སྤྱི་སྤྱི་ཟླ་བརྒྱད་པ་|ཟླ་བརྒྱད་པ་|tebax|awgusta|avust",
    "september|shtator|ሴፕቴምበር|سبتمبر|սեպտեմբեր|սեպտեմբերի|sentyabr|iraila|верасень|верасня|সেপ্টেম্বর|septembar|септември|စက်တင်ဘာ|setembre|九月|rujan|rujna|září|septembro|setyembre|syyskuu|syyskuuta|septembre|setembro|სექტემბერი|σεπτεμβρίου|સપ્ટેમ્બર|satumba|ספטמבר|सितंबर|szeptember|meán fómhair|settembre|ಸೆಪ್ಟೆಂಬರ್|қыркүйек|កញ្ញា|nzeri|сентябрь|ກັນຍາ|septembris|rugsėjis|rugsėjo|septambra|സെപ്റ്റംബർ|settembru|hepetema|सप्टेंबर|есдүгээр сар|सेप्टेम्बर|سپتامبر|wrzesień|września|سپتمبر|سېپتمبر|septembrie|сентября|t-sultain|септембар|බිනර|septembra|sebteembar|sebtembar|septiembre|septemba|сентябр|செப்டம்பர்|సెప్టెంబర్|กันยายน|ཟླ་བ་དགུ་པ་|ཟླ་བ་དགུ་པ|መስከረም|eylül|sentýabr|вересень|вересня|ستمبر|sentabr|medi|sàttumbar|oṣù owewe|septhemba|septimber|gwengolo|ctembeṛ|fulbaana|čakčamánnu|lwetse|setiembre|sepitema|sēpitema|ئەیلوول|སྤྱི་སྤྱི་ཟླ་དགུ་པ་|ཟླ་དགུ་པ་|îlon|settember",
    "oktober|tetor|ኦክቶበር|أكتوبر|հոկտեմբեր|հոկտեմբերի|oktyabr|urria|кастрычнік|кастрычніка|অক্টোবর|oktobar|октомври|အောက်တိုဘာ|octubre|十月|říjen|října|october|oktobro|oktoober|oktubre|lokakuu|lokakuuta|octobre|outubro|ოქტომბერი|οκτωβρίου|ઑક્ટોબર|oktoba|אוקטובר|अक्टूबर|október|deireadh fómhair|ottobre|ಅಕ್ಟೋಬರ್|қазан|តុលា|ukwakira|октябрь|ຕຸລາ|oktobris|spalis|spalio|oktobra|ഒക്‌ടോബർ|ottubru|oketopa|ऑक्टोबर|аравдугаар сар|अक्टोबर|octòbre|اکتبر|październik|października|اکتوبر|octombrie|октября|dàmhair|октобар|වප්|októbra|oktoobar|октябр|அக்டோபர்|అక్టోబర్|ตุลาคม|ཟླ་བ་བཅུ་པ་|ཟླ་བ་བཅུ་པ|ጥቅምቲ|ekim|oktýabr|жовтень|жовтня|oktabr|hydref|okthoba|okthobha|oṣù ọ̀wàrà|here|ọktoba|tubeṛ|onkoloolessa|golggotmánnu|diphalane|ochobre|ʻokatopa|تشرینی یەکەم|སྤྱི་སྤྱི་ཟླ་བཅུ་པ་|ཟླ་བཅུ་པ་|cotmeh",
    "november|nëntor|ኖቬምበር|نوفمبر|նոյեմբեր|նոյեմբերի|noyabr|azaroa|лістапад|лістапада|নভেম্বর|novembar|ноември|နိုဝင်ဘာ|novembre|十一月|studeni|studenoga|novembro|nobyembre|marraskuu|marraskuuta|ნოემბერი|νοεμβρίου|નવેમ્બર|nuwamba|נובמבר|नवंबर|nóvember|samhain|ನವೆಂಬರ್|қараша|វិច្ឆិកា|ugushyingo|ноябрь|ພະຈິກ|novembris|lapkritis|lapkričio|novambra|നവംബർ|novembru|noema|नोव्हेंबर|арван нэгдүгээр сар|नोभेम्बर|نوامبر|نومبر|noiembrie|ноября|t-samhain|новембар|ඉල්|novembra|noofeembar|noviembre|novemba|ноябр|நவம்பர்|నవంబర్|พฤศจิกายน|ཟླ་བ་བཅུ་གཅིག་པ་|ཟླ་བ་བཅུ་གཅིག་པ|ሕዳር|kasım|noýabr|листопад|листопада|tachwedd|nowàmbar|oṣù bélú|novimber|du|nunembeṛ|sadaasa|skábmamánnu|ngwanatsele|payares|nōvema|تشرینی دووەم|སྤྱི་སྤྱི་ཟླ་བཅུ་གཅིག་པ་|ཟླ་བཅུ་གཅིག་པ་|mijdar|nowember|nowembra",
    "desember|dhjetor|ዲሴምበር|ديسمبر|դեկտեմբեր|դեկտեմբերի|dekabr|abendua|снежань|снежня|ডিসেম্বর|decembar|декември|ဒီဇင်ဘာ|desembre|十二月|prosinac|prosinca|prosinec|prosince|december|decembro|detsember|disyembre|joulukuu|joulukuuta|décembre|დეკემბერი|dezember|δεκεμβρίου|ડિસેમ્બર|disamba|דצמבר|दिसंबर|nollaig|dicembre|ಡಿಸೆಂಬರ್|желтоқсан|ធ្នូ|ukuboza|декабрь|ທັນວາ|decembris|gruodis|gruodžio|desambra|disember|ഡിസംബർ|diċembru|tīhema|डिसेंबर|арван хоёрдугаар сар|डिसेम्बर|decembre|دسامبر|grudzień|grudnia|dezembro|دسمبر|decembrie|декабря|dùbhlachd|децембар|උඳුවප්|decembra|diseembar|diciembre|desemba|декабр|டிசம்பர்|డిసెంబర్|ธันวาคม|ཟླ་བ་བཅུ་གཉིས་པ་|ཟླ་བ་བཅུ་གཉིས་པ|ታሕሳስ|aralık|грудень|грудня|rhagfyr|desàmbar|disemba|oṣù ọ̀pẹ̀|desimber|kerzu|duǧembeṛ|mudde|juovlamánnu|sedimonthole|avientu|tīsema|کانونی یەکەم|སྤྱི་སྤྱི་ཟླ་བཅུ་གཉིས་པ་|ཟླ་བཅུ་གཉིས་པ་|berfanbar"};
// clang-format on

/// What stands beside hours of the first half of a day, and of the second; folded.
constexpr std::string_view k_forenoon =
    "am|a.m.|a. "
    "m.|vm.|p.d.|ص|上午|午前|오전|π.μ.|πμ|de.|f.h.|r.n.|f.m.|fm|дп|öö|pg|ق.ظ.|sa|dop.|ap.|"
    "ก่อนเที่ยง|atm|претпл.|पूर्वाह्न|ጥዋት|sf|ү.ө.|ب.ن|bn|i.b.|go.öň|to|ກ່ອນທ່ຽງ|priekšp.|priešpiet|тң|gh";
constexpr std::string_view k_afternoon =
    "pm|p.m.|p. "
    "m.|nm.|m.d.|م|下午|午後|오후|μ.μ.|μμ|du.|e.h.|i.n.|e.m.|em|пп|ös|ptg|ب.ظ.|ch|odp.|ip.|"
    "หลังเที่ยง|ptm|попл.|अपराह्न|ከሰዓት|ym|ү.х.|د.ن|pn|e.b.|go.soň|tk|ຫຼັງທ່ຽງ|pēcp.|popiet|тк|gd|pop.";

/// Days of the week in Croatian, whose October is the November of Poland and the Czech Republic.
constexpr std::string_view k_croatian_days =
    "ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja";

bool is_among(std::string_view text, std::string_view words) {
  return std::ranges::count(split(words, '|'), text) > 0;
}

/// " word word ", so that a blank is where words begin and end.
std::string spaced(std::string_view text) {
  return fmt::format(" {} ", fmt::join(words_of(text), " "));
}

struct MonthName {
  std::string words;  ///< spaced()
  int month = 0;
};

std::vector<MonthName> all_month_names() {
  std::vector<MonthName> all;
  for (std::size_t month = 0; month < k_month_names.size(); ++month) {
    for (const std::string_view name : split(k_month_names[month], '|'))
      all.push_back({spaced(name), static_cast<int>(month) + 1});
  }
  std::ranges::stable_sort(all, std::greater{},
                           [](const MonthName& name) { return name.words.size(); });
  return all;
}

/// The month that is named in a date. Endings that some languages add do not count.
std::optional<int> month_in(const std::string& date) {
  static const std::vector<MonthName> k_names = all_month_names();
  const std::string text = spaced(date);
  if (text.find(" listopad") != std::string::npos) {
    const auto words = words_of(date);
    return std::ranges::any_of(
               words, [](const std::string& word) { return is_among(word, k_croatian_days); })
               ? 10
               : 11;
  }
  for (const bool is_whole : {true, false}) {
    for (const auto& [name, month] : k_names) {
      const std::size_t length = name.size() - (is_whole ? 0 : 1);
      if (text.find(std::string_view(name).substr(0, length)) != std::string::npos) return month;
    }
  }
  return std::nullopt;
}

/// What the text around a time says of the half of the day; false if it says what nobody knows.
bool apply_half(const std::string& before, const std::string& after, int& hour) {
  static const std::regex k_last_word(R"((?:^|[\s,])([^\s,\d]+)[\s,]*$)");
  std::string word(trimmed(after));
  std::smatch found;
  const bool is_plain = word.empty() || word == "uhr" || word == "h" || word.starts_with("(e)tan");
  if (is_plain) word = std::regex_search(before, found, k_last_word) ? found.str(1) : "";
  const bool is_forenoon = is_among(word, k_forenoon);
  const bool is_afternoon = is_among(word, k_afternoon);
  if (is_afternoon && hour < 12) hour += 12;
  if (is_forenoon && hour == 12) hour = 0;
  return is_plain || is_forenoon || is_afternoon;
}

/// Year, month and day of the text before the time.
bool read_day(const std::string& text, ClockTime& time) {
  static const std::regex k_number(R"(\d+)");
  std::vector<std::string> numbers;
  for (std::sregex_iterator it(text.begin(), text.end(), k_number), end; it != end; ++it)
    numbers.push_back(it->str());
  const auto year =
      std::ranges::find_if(numbers, [](const std::string& number) { return number.size() == 4; });
  if (year == numbers.end()) return false;
  const bool begins_with_year = year == numbers.begin();
  time.year = number_in<int>(*year).value_or(0);
  numbers.erase(year);
  if (numbers.empty() || numbers.size() > 2) return false;
  const auto month =
      numbers.size() == 1 ? month_in(text) : number_in<int>(numbers[begins_with_year ? 0 : 1]);
  const auto day = number_in<int>(numbers[numbers.size() == 2 && begins_with_year ? 1 : 0]);
  time.month = month.value_or(0);
  time.day = day.value_or(0);
  constexpr int k_first_year = 1990;  // other calendars count otherwise
  constexpr int k_last_year = 2200;
  return time.year >= k_first_year && time.year <= k_last_year && time.month >= 1 &&
         time.month <= 12 && time.day >= 1 && time.day <= 31;
}

}  // namespace

std::optional<ClockTime> parse_moodle_time(std::string_view said) {
  // A time stands last, but for what half of the day it is in.
  static const std::regex k_form(R"(^([\s\S]*?[^\d.:])(\d{1,2})[:.h](\d\d)(?:[:.](\d\d))?(\D*)$)");
  constexpr std::size_t k_longest = 120;
  std::string text = folded(said);
  for (const char* blank : {"\u00A0", "\u202F"})
    replace_all(text, blank, " ");
  for (const char* mark : {"\u200E", "\u200F"})  // of the direction of writing
    replace_all(text, mark, "");
  std::smatch form;
  if (text.size() > k_longest || !std::regex_match(text, form, k_form)) return std::nullopt;
  ClockTime time;
  time.hour = number_in<int>(form.str(2)).value_or(-1);
  time.minute = number_in<int>(form.str(3)).value_or(-1);
  time.second = number_in<int>(form.str(4)).value_or(0);
  if (!apply_half(form.str(1), form.str(5), time.hour) || !read_day(form.str(1), time)) {
    return std::nullopt;
  }
  return time.hour <= 23 && time.minute <= 59 && time.second <= 59 ? std::optional(time)
                                                                   : std::nullopt;
}

}  // namespace arbiter::intake
