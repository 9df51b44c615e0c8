/** Files and folders with credentials, browser profiles and wallets. */
export const SENSITIVE_PATH =
  /((?<!\w)\.ssh(?![\w-])|\bid_(rsa|ed25519|ecdsa|dsa)\b|authorized_keys|\.aws[\\/]?credentials|\.aws\b|\.git-credentials|\.netrc\b|\.pypirc|\.npmrc|\.docker[\\/]config|\.kube[\\/]config|\.gnupg|\.azure\b|gcloud[\\/]credentials|application_default_credentials|[\\/]etc[\\/](passwd|shadow|sudoers|ld\.so\.preload)|\bLogin Data\b|\bLocal State\b|\bWeb Data\b|cookies\.sqlite|key[34]\.db|logins\.json|Network[\\/]Cookies|[\\/]User Data\b|Local Storage[\\/]leveldb|\bleveldb\b|wallet\.dat|\.electrum|\bExodus\b|\bMetaMask\b|Ethereum[\\/]keystore|\.bash_history|\.zsh_history|\.config[\\/]gh\b|\.cache[\\/]huggingface[\\/]token\b|\btdata\b|nkbihfbeogaeaoehlefnkodbefgpgknn|discord(ptb|canary)?[\\/]|Mozilla[\\/]Firefox[\\/]Profiles|Google[\\/]+Chrome\b(?![\\/]+Application)|\.config[\\/](google-chrome|chromium|microsoft-edge)\b|BraveSoftware\b(?![\\/]+[\w-]+[\\/]+Application)|\.mozilla\b|[\\/]proc[\\/][\w{}]{0,20}[\\/]?environ\b|secrets[\\/]kubernetes)/i;

/** The folder from which the host loads packages. */
export const FOLDER_OF_PACKAGES = /(^|[\\/])custom_nodes([\\/]|$)/;

/** Places from which the system or another program runs what is written there. */
export const AUTOSTART_PATH =
  /(\.bashrc|\.bash_profile|\.bash_login|\.zshrc|\.zprofile|\.profile\b|authorized_keys|Programs[\\/]+Startup|Start Menu|[\\/]etc[\\/](cron|init|systemd|profile|rc|ld|hosts|sudoers)|\.local[\\/]+bin[\\/]|[\\/]bin[\\/]+activate\b|crontab|LaunchAgents|LaunchDaemons|systemd[\\/]user|\.config[\\/]autostart|sitecustomize|usercustomize|site-packages|CurrentVersion[\\/]+Run|[\\/]hooks[\\/]+(pre|post)-\w+|\.git-templates|startup\.bat|prestartup_script\.py|run_nvidia_gpu|\.gitconfig|[\\/]\.?pip[\\/]+pip\.(conf|ini)|[\\/]uv\.toml|\.condarc|\.npmrc|\.config[\\/]fish|\.vbs\b|\.ps1\b|ComfyUI-Manager[\\/]+config\.ini)/i;

/** Addresses to which nothing is sent with a good intent by hard-coded text. */
export const DROP_ADDRESS =
  /(discord(app)?\.com\/api\/webhooks\/\d|api\.telegram\.org\/bot\d|webhook\.site|requestbin|\bpipedream\.net|\.ngrok(-free)?\.(io|app)|burpcollaborator|\.oast\.|\binteract\.sh|\bpastebin\.com\/raw|transfer\.sh\/|hastebin\.com\/raw|file\.io\b|anonfiles|gofile\.io\/|rentry\.co\/\w+\/raw|\.onion\b|canarytokens|dnslog\.cn|\.trycloudflare\.com|paste\.ee\/r|0x0\.st|ix\.io\/|hooks\.slack\.com\/services\/T)/i;

/** Those of them from which texts are read. */
export const PASTE_ADDRESS = /pastebin\.com\/raw|hastebin\.com\/raw|rentry\.co\/\w+\/raw|paste\.ee\/r/i;

/** Commands that fetch and run, give a remote shell, stay after a restart or mine. */
export const HOSTILE_COMMAND =
  /((curl|wget|fetch)\b[^|;&\n]{0,300}\|\s*(tee\b[^|;&\n]{0,99}\|\s*)?(sudo\s+(-\w+\s+){0,4})?(ba|z|da|k)?sh\b|(curl|wget)\b[^|\n]{0,300}\|\s*(sudo\s+(-\w+\s+){0,4})?(python|node|perl|ruby|php)|git\s+clone\b[^\n]{0,200}(&&|;)\s*(sudo\s+)?((ba|z)?sh\s+)?[\w./-]{1,99}\.sh\b|(curl|wget)\b[^\n]{0,200}\|\s*(sudo\s+)?tar\b[^\n]{0,99}(&&|;)\s*\.\/|for\s+\/f\b[^\n]{0,99}'\s*(curl|wget)\b[^\n]{0,200}'\s*\)\s*do\s+%|\[scriptblock\]::create\s*\([^\n]{0,99}\b(irm|iwr|invoke-|download)|assembly\]::load\s*\([^\n]{0,99}\b(irm|iwr|invoke-|download)|\bexecute(global)?\s+\w+\.responsetext|<\((curl|wget)|\$\((curl|wget)|\/dev\/(tcp|udp)\/|\bnc(at)?\b\s[^\n]{0,60}-[a-z]*e\b|\bmkfifo\b|\b(ba|z|da|k)?sh\s+-i\b|python3?\s+-c\b[^\n]{0,200}\b(urlopen|urlretrieve|requests\.get)\b|node\s+-e\b[^\n]{0,200}\b(https?|fetch)\b|powershell\b[^\n]{0,200}(-e(nc\w*)?\s|iex\b|downloadstring|downloadfile|-w(indowstyle)?\s+hidden|invoke-(webrequest|expression))|\biex\s*\(|\b(iwr|irm|invoke-(webrequest|restmethod))\b[^\n]{0,300}\|\s*(iex|invoke-expression)\b|certutil\b[^\n]{0,60}(-urlcache|-decode)|\bmshta\b|\bregsvr32\b|\bbitsadmin\b|rundll32(\.exe)?["',\s]{1,9}(?!(powrprof|user32|shell32)\.dll)\S|base64\s+(-d|--decode|-D)\b[^\n]{0,60}\|\s*(ba|z)?sh|crontab\s+-|\bschtasks\b|reg\s+add\b|\bxmrig\b|stratum\+(tcp|ssl)|\bnanominer\b|\bnbminer\b|\bt-rex\b\s+-a|--donate-level|\bminerd\b|\bcryptonight\b|launchctl\s+load|rm\s+-rf\s+[~/]|chmod\s+(\+x|7\d\d)\s[^\n]{0,100}(&&|;)\s*(nohup\s+)?(\.|\/)|useradd\s|net\s+user\s|vssadmin|cmd(\.exe)?\s+\/c\s+start\s+\/b)/i;

/** A wallet of Monero. */
export const WALLET = /\b4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}\b/;

/** Names of files that a system or another program runs. */
export const RUNNABLE_FILE =
  /\.(py|pyw|pth|bat|cmd|ps1|vbs|vbe|wsf|hta|exe|scr|dll|so|dylib|sh|desktop|service|plist|lnk|jar|app)$/i;

const INSTALLERS =
  /\b(pip3?|uv|conda|mamba|micromamba|easy_install|apt(-get)?|brew|winget|choco|npm|poetry|pipx|dnf|yum)\b/;

/** True if the words of a command install a package. */
export const isInstallCommand = (words: readonly string[]): boolean => {
  const all = words.join(' ');
  return INSTALLERS.test(all) && /\b(install|add|sync|download)\b/.test(all);
};

/** True if the words of a command remove a Python package. */
export const isRemovalCommand = (words: readonly string[]): boolean =>
  /\b(pip3?|uv)\b.*\buninstall\b/.test(words.join(' '));

/** Programs that only tell something of the system. */
const QUERY_PROGRAM =
  /(^|[\\/])(nvidia-smi|rocm-smi|rocminfo|nvcc|which|where|uname|lscpu|sw_vers|sysctl|lspci|xpu-smi|hipconfig|ldconfig|getconf|vainfo|wmic|clinfo|arch|lsb_release|system_profiler|npu-smi|vcgencmd|ffmpeg|ffprobe|git)(\.exe)?$/i;
const VERSION =
  /^(-{1,2}version|-{1,2}v|-V|-L|--help|-h|-{1,2}encoders|-{1,2}codecs|-{1,2}hwaccels|-{1,2}filters|-hide_banner|-{1,2}list-gpus|--query-gpu=.*|--format=.*|-q|-r|-m|-p|-n|-a|-s)$/i;
const GIT_QUERY =
  /^(rev-parse|describe|log|status|show|branch|remote|config|rev-list|--get|HEAD|origin|remote\.origin\.url|--short|--porcelain|--tags|--abbrev.*|--abbrev-ref|-1|--format=.*|--pretty=.*|-C|--show-toplevel|--always|--dirty|--is-inside-work-tree|-n|1|--date=.*|--count)$/;

/** Commands that only change how a terminal looks. */
const isTerminalCommand = (program: string, options: readonly (string | undefined)[]): boolean =>
  /^(cls|clear|color|reset)?$/.test(program)
    ? options.every((option) => option !== undefined && /^[\da-f]{0,2}$/i.test(option))
    : program === 'chcp' && options.every((option) => /^(\d{3,5}|>|nul|>nul)$/i.test(option ?? '?'));

/** A command that changes attributes of files, such as that they can't be written. */
const changesAttributes = (program: string): boolean => /^attrib(\.exe)?$/i.test(program);

/** `pip list`, `python -m pip list` and the like. */
const isPipQuery = (program: string | undefined, options: readonly (string | undefined)[]): boolean => {
  const isModule = options[0] === '-m' && options[1] === 'pip';
  const isPip = program !== undefined && /^pip3?(\.exe)?$/.test(program);
  return (isModule || isPip) && /^(list|freeze|show|check|--version)$/.test(options[isModule ? 2 : 0] ?? '');
};

/**
 * True if a command only asks a well-known program for its version or state, or changes no more than attributes.
 * @param program its name; undefined if it is known to be found on the system, but not where
 */
export function isQuery(program: string | undefined, options: readonly (string | undefined)[]): boolean {
  if (isPipQuery(program, options)) return true;
  if (program !== undefined && (isTerminalCommand(program, options) || changesAttributes(program))) return true;
  if (program === undefined)
    return options.length > 0 && options.every((option) => option !== undefined && VERSION.test(option));
  if (/^[\w.-]+$/.test(program) && options.length === 1 && /^--?(version|v)$/i.test(options[0] ?? '')) return true;
  if (!QUERY_PROGRAM.test(program)) return false;
  if (/(^|[\\/])git(\.exe)?$/i.test(program))
    return options.every((option) => option === undefined || GIT_QUERY.test(option));
  if (/ff(mpeg|probe)(\.exe)?$/i.test(program))
    return options.every((option) => option !== undefined && VERSION.test(option));
  return options.every((option) => option !== undefined);
}

/** Variables of the environment by which other programs load or install code. */
export const LOADER_VARIABLE =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PYTHONINSPECT|PYTHONBREAKPOINT|BASH_ENV|GIT_(SSH|SSH_COMMAND|EXEC_PATH|PROXY_COMMAND)|(PIP|UV)_\w*(INDEX|LINKS)\w*)$/;

/** Variables with the server to which other packages send requests and their keys, or through which they send them. */
export const SERVER_VARIABLE =
  /^((https?|all)_proxy|(OPENAI|ANTHROPIC|GROQ|MISTRAL|DEEPSEEK|GEMINI)_(API_)?BASE(_URL)?)$/i;

/** Texts that reach for dangerous functions where a template or expression language evaluates them. */
export const HIDDEN_EXPRESSION =
  /\{[{%][^{}]{0,200}__(class|globals|init|subclasses|builtins|mro|import)__|\.__(globals|subclasses|builtins)__[.[(][^\n]{0,60}\b(popen|system|import)|__import__\(\s*['"](os|subprocess|builtins|sys|posix)['"]\s*\)|!!python\/(object|name|module)/;

/** Characters without a shape, so many that they hide a text. A flag or a letter has six of them at most. */
export const SHAPELESS = /[\u{FE00}-\u{FE0E}\u{E0000}-\u{E01EF}\u200B-\u200D\u2060-\u2064\uFEFF]{8}/u;

/** Endings of names that are those of files, and of no top-level domain. */
const FILE_ENDING =
  /\.(json|ya?ml|toml|txt|csv|log|ini|cfg|conf|xml|html?|css|js|png|jpe?g|webp|gif|mp3|mp4|wav|safetensors|ckpt|pth?|bin|gguf|onnx|tar|gz)$/i;

const isHostName = (word: string): boolean =>
  /^\.?([\w-]+\.)+([a-z]{2,}|\d{1,3})$/i.test(word) && !FILE_ENDING.test(word);

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?)$/i;
/** Hosts of models, which answer with nothing that a publisher stores there. */
const MODEL_SERVICE =
  /^(api\.(openai|anthropic|groq|deepseek|cohere|perplexity|fireworks)\.(com|ai)|api\.(x|mistral)\.ai|generativelanguage\.googleapis\.com|openrouter\.ai|api\.together\.xyz|dashscope\.aliyuncs\.com|open\.bigmodel\.cn|api\.(moonshot|siliconflow)\.cn)$/i;
/** Where such a service stores files of its users. */
const STORED_FILES = /\/(files|uploads|assistants|threads|vector_stores|conversations|responses\/\w)/i;

/** True if texts of an address name a host, other than the own computer and services of models. */
export function namesForeignHost(words: readonly string[]): boolean {
  const isStored = words.some((word) => STORED_FILES.test(word));
  // Next to a scheme alone, any word may be a part of the host.
  const isSplit = words.some((word) => /^\w+:\/\/$/.test(word));
  return words.some((word) => {
    const authority = /:\/\/([^/?#\s]+)/.exec(word)?.[1] ?? (isHostName(word) ? word : undefined);
    if (authority === undefined) return isSplit && /^[a-z][\w-]+$/i.test(word) && !LOCAL_HOST.test(word);
    const host = authority.replace(/:\d*$/, '');
    return !LOCAL_HOST.test(host) && (isStored || !MODEL_SERVICE.test(host));
  });
}

/** Credentials of other services, each with what the addresses of its service contain. */
const CREDENTIALS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(HF_TOKEN|HUGGING_?FACE\w*TOKEN)$/, /hugging_?face|hf-mirror|hf\.(co|space)/i],
  [/^AWS_(SECRET_ACCESS_KEY|ACCESS_KEY_ID|SESSION_TOKEN)$/, /amazonaws|aws/i],
  [/^(GITHUB_TOKEN|GH_TOKEN)$/, /github/i],
  [/^(OPENAI|AZURE_OPENAI)_API_KEY$/, /openai|\/v\d\b|compatible/i],
  [/^(ANTHROPIC|CLAUDE)_API_KEY$/, /anthropic|claude|\/v\d\b/i],
  [/^(REPLICATE_API_(TOKEN|KEY))$/, /replicate/i],
  [/^(CIVITAI_(API_)?(TOKEN|KEY))$/, /civitai/i],
  [/^(SSH_AUTH_SOCK|NPM_TOKEN|TWINE_PASSWORD|PYPI_TOKEN)$/, /^$/],
];

/**
 * True if texts of one call name a credential, and an address of another service.
 * @param path name of the function that is called; libraries of the service may get its credential
 */
export function leaksCredential(words: readonly string[], path: string): boolean {
  const addresses = words.filter((word) => word.includes('://') || isHostName(word));
  return (
    addresses.length > 0 &&
    words.some((word) => {
      const credential = CREDENTIALS.find(([name]) => name.test(word));
      return (
        credential !== undefined &&
        !credential[1].test(path) &&
        addresses.every((address) => !credential[1].test(address))
      );
    })
  );
}

/** The addresses of package indexes that are reached without TLS. */
export const PLAIN_INDEX = /(--index-url|--extra-index-url|-i)[ =]+http:\/\/(?!localhost|127\.)/;
