import type { CheckName } from '../../values/check-names.js';
import { memoizeInArchive } from '../memoized-in-archive.js';
import { isStandard } from './external-names.js';

/** Why a call is dangerous. Each kind belongs to a rule (`RULE_OF`). */
export type Danger =
  | 'shell'
  | 'code'
  | 'network'
  | 'native'
  | 'unpickle'
  | 'install'
  | 'secret'
  | 'listen'
  | 'interpreter'
  | 'remote-code';

// The patterns match canonical paths, in which `()` stands for the result of a call and `[]` for an item.
const SHELL =
  /^(os\.(system|popen\d?|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile|fork|forkpty)|subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput|create_subprocess_(exec|shell))|commands\.get\w+|pty\.(spawn|fork)|asyncio\.create_subprocess_(exec|shell)|_posixsubprocess\.fork_exec|_winapi\.CreateProcess|pexpect\.(spawn\w*|run\w*)|plumbum\.[\w.()[\]]+|sh\.\w+|win32api\.(ShellExecute|WinExec)|win32com\.client\.Dispatch|multiprocessing\.util\.spawnv_passfds|invoke\.(run|sudo|(context\.|config\.)?Context\(\)\.(run|sudo))|fabric\.\w+|psutil\.Popen|torch\.utils\.cpp_extension\.subprocess\.\w+|(setuptools|distutils)\.[\w.()]*\bspawn|webbrowser\.(open|get|\w*Browser|Konqueror|Chrome|Edge|Opera|Grail|Elinks)\w*(\(\)\.open\w*)?|cgitb\.\w+|pydoc\.\w*pager|pipes\.Template\(\)\.\w+|tkinter\.Tcl\(\)\.eval(file)?|asyncio\.[\w.()]+\.subprocess_(shell|exec)|(trio|anyio)\.(run|open)_process|numpy\.distutils\.exec_command\.\w+|comtypes\.client\.CreateObject|wmi\.WMI\(\)[\w.]*\.Create|torch\.utils\.collect_env\.run\w*|test\.support\.script_helper\.\w+|delegator\.(run|chain)|subprocess_tee\.run|uuid\._get_command_stdout|ffmpeg\.[\w.()]*\brun(_async)?|(PyQt\d|PySide\d|qtpy)\.QtCore\.QProcess(\(\))?\.start\w*|(ptyprocess|winpty)\.\w+\.spawn|win32process\.CreateProcess\w*|tornado\.process\.Subprocess|click\.launch|crontab\.CronTab\(\)\.(new|write)|huggingface_hub\.utils\.run_subprocess|moviepy\.[\w.]*subprocess_call|torch\.distributed\.(run\.\w+|launcher\.[\w.()]+)|pywinauto\.[\w.]*Application\(\)\.start|docker\.\w+\(\)\.containers\.(run|create))$/;
const CODE =
  /^(builtins\.(eval|exec|execfile|compile)|PIL\.ImageMath\.(unsafe_)?eval|logging\.config\.listen|types\.(FunctionType|CodeType|LambdaType)|function\.__code__\.(replace|__class__)|timeit\.(timeit|repeat|Timer)|marshal\.(loads|load)|importlib\._bootstrap\w*\.[\w.]+|imp\.(load_dynamic|load_compiled)|importlib\.machinery\.(SourcelessFileLoader|ExtensionFileLoader)|zipimport\.zipimporter|cProfile\.run\w*|profile\.run\w*|pdb\.run\w*|bdb\.[\w.()]*run\w*|trace\.Trace\(\)\.run\w*|doctest\.(\w*run\w*|testmod|testfile)|importlib\.(machinery|_bootstrap_external)\.SourcelessFileLoader|asteval\.[\w.()]+|numexpr\.evaluate|pyximport\.(install|load_module|build_module)|[cC]ython\.inline|Cython\.(Shadow\.|Build\.|Build\.Inline\.)(inline|cython_inline)|pandas\.eval|code\.\w*[iI]nteract\w*|js2py\.\w+|lupa\.LuaRuntime\(\)\.(execute|eval|compile|require)|execjs\.\w+|mako\.template\.Template|importlib\.abc\.(Inspect|Execution|Source|File)Loader|unittest\.main|pytest\.main|cppyy\.(cppexec|cppdef|include)|tornado\.template\.Template|torch\.package\.PackageImporter\(\)\.\w+|setuptools\.sandbox\.run_setup|distutils\.core\.run_setup|importlib\.metadata\.(entry_points|distributions?)\(\)[\w.()[\]]*\.load)$/;
const INTERPRETER =
  /^(runpy\.\w+|_?(xx)?(sub)?interpreters\.(run_string|exec)|code\.(InteractiveInterpreter|InteractiveConsole|interact|compile_command)|code\.Interactive\w+\(\)\.\w+|codeop\.\w+|IPython\.(?!get_ipython$)[\w.]+|IPython\.get_ipython\(\)\.(?:system|getoutput|ex|ev|magic|run_\w+))$/;
const NATIVE =
  /^(ctypes\.(CDLL|WinDLL|OleDLL|PyDLL|cdll\.[\w.]+|windll\.[\w.]+|oledll\.[\w.]+|pydll\.\w+|pythonapi(\[\])?[\w.]*|memmove|CFUNCTYPE\(\)|WINFUNCTYPE\(\)|cast|string_at|LibraryLoader|cdll\[\][\w.]*|cdll\.LoadLibrary\(\)\.\w+|windll\[\][\w.]*)|cffi\.FFI\(\)\.(dlopen|verify|cdef)|_ctypes\.\w+|sqlite3\.[\w.()]*load_extension|numpy\.ctypeslib\.load_library|torch\.(ops|classes)\.load_library|llvmlite\.binding\.load_library_permanently|ctypes\.[\w]+\(\)\.(system|popen|exec\w*|WinExec|VirtualAlloc|CreateThread|ShellExecute\w+|mprotect|fork|\*))$/;
const NETWORK =
  /^(requests\.(get|post|put|patch|delete|head|options|request|[sS]ession\(\)\.(get|post|put|patch|delete|head|options|request|send)|(sessions\.)?Session(\.(get|post|put|patch|delete|head|options|request|send))?|session|adapters\.HTTPAdapter\.send|api\.\w+)|urllib\.request\.(urlopen|urlretrieve|OpenerDirector[\w.()]*|build_opener\(\)\.open|URLopener[\w.()]*|FancyURLopener[\w.()]*)|urllib\.(urlopen|urlretrieve)|urllib3\.([\w.]*(PoolManager|ConnectionPool)\.(request|urlopen)|PoolManager\(\)\.\w+|request|(HTTPS?Connection(Pool)?|connection_from_url)\(\)\.\w+)|httpx\.(get|post|put|patch|delete|head|options|request|stream|(Async)?Client\.(get|post|put|patch|delete|head|options|request|stream|send)|Client\(\)\.\w+|AsyncClient\(\)\.\w+)|http\.client\.HTTPS?Connection\(\)\.\w+|aiohttp\.(ClientSession((\(\))?\.(_request|get|post|put|patch|delete|head|options|request|ws_connect))?|request)|socket\.(socket(\(\)\.(connect|connect_ex|send|sendall|sendto))?|create_connection(\(\)\.(send|sendall))?|getaddrinfo|gethostbyname\w*|gethostbyaddr)|ssl\.(wrap_socket|get_server_certificate)|asyncio\.open_(unix_)?connection(\(\)(\[\])*\.write(lines)?)?|asyncio\.[\w.()]+\.create_(connection|datagram_endpoint)|ftplib\.\w+(\(\)\.\w+)?|smtplib\.\w+(\(\)\.\w+)?|poplib\.\w+|imaplib\.\w+|telnetlib\.\w+|nntplib\.\w+|xmlrpc\.client\.\w+\(\)\.\w+|wget\.download|gdown\.\w+|pycurl\.\w+|curl_cffi\.[\w.]+|websockets?\.(connect|create_connection|WebSocketApp\(\)\.run_forever|sync\.client\.connect|client\.connect)|websocket\.(WebSocket\(\)\.(connect|send\w*)|create_connection(\(\)\.send\w*)?)|dns\.resolver\.\w+|dns\.query\.\w+|paramiko\.[\w.()]*connect|pysftp\.Connection|huggingface_hub\.(hf_hub_download|snapshot_download|HfApi\(\)\.\w+)|modelscope\.[\w.]*snapshot_download|torch\.hub\.(load_state_dict_from_url|download_url_to_file)|git\.Repo(\.clone_from|\(\)[\w.()[\]]*\.(pull|fetch|clone\w*|push))|git\.(Git|cmd\.Git)\(\)\.\w+|pygit2\.clone_repository|dulwich\.[\w.]+clone|boto3\.[\w.()]*\b(client|resource)\(\)\.[\w.()]+|telegram\.Bot\(\)\.\w+|telebot\.\w+|discord\.Client\(\)\.\w+|discord_webhook\.\w+|dhooks\.Webhook|pymongo\.MongoClient|pyngrok\.[\w.]+|QtNetwork\.\w+|nmap\.\w+|scapy\.[\w.]+|treq\.\w+|tornado\.httpclient\.[\w.()]+|twisted\.[\w.()]+|pip\._vendor\.requests\.\w+|botocore\.vendored\.requests\.\w+|torchvision\.datasets\.utils\.download_\w+|logging\.handlers\.(HTTPHandler|SMTPHandler|SocketHandler|DatagramHandler|SysLogHandler)|urllib\.robotparser\.RobotFileParser\(\)\.read|asyncio\.[\w.()]+\.getaddrinfo|cloudscraper\.\w+(\(\)\.\w+)?|paho\.mqtt\.[\w.()]*connect\w*|paho\.mqtt\.publish\.(single|multiple)|grpc\.(aio\.)?(in)?secure_channel|nats\.connect|aiosmtplib\.\w+|huggingface_hub\.(utils\.)?get_session\(\)\.\w+|multiprocessing\.connection\.Client|multiprocessing\.managers\.\w+(\(\))?\.connect)$/;
/** Clients of services and databases, and functions of other libraries that download. */
const CLIENT =
  /^(slack_sdk\.[\w.]+\(\)\.\w+|discord\.(Sync)?Webhook[\w.()]*\.\w*send\w*|dropbox\.Dropbox\(\)\.\w+|(psycopg2?|pymysql|MySQLdb|asyncpg|pyodbc|cx_Oracle|oracledb|mysql\.connector|snowflake\.connector)\.(connect|create_pool)|clickhouse_connect\.get_client|redis\.(Strict)?Redis(\.from_url)?\(\)\.\w+|zmq\.[\w.()]+\.socket\(\)\.(connect|bind)|socketio\.\w*Client\(\)\.connect|wandb\.(init|login)|sentry_sdk\.capture_\w+|mixpanel\.Mixpanel\(\)\.track|rollbar\.report_\w+|twilio\.rest\.Client\(\)[\w.]*\.create|yagmail\.SMTP\(\)\.send|sendgrid\.[\w.()]+\.send|supabase\.create_client\(\)[\w.()]*\.(execute|upload)|minio\.Minio\(\)\.\w+|google\.cloud\.storage\.[\w.()]+\.upload_\w+|azure\.storage\.blob\.[\w.()]+\.upload_\w+|kafka\.KafkaProducer\(\)\.send|pika\.\w*Connection|playwright\.[\w.()]+\.(goto|launch)|tqdm\.contrib\.(discord|telegram|slack)\.\w+|litellm\.(completion|embedding)|posthog\.(capture|identify|Posthog\(\)\.\w+)|gradio_client\.Client|(openai|anthropic|groq|cohere|together|mistralai)\.[\w.()]+\.(create|generate\w*|list|complete|stream|upload)|replicate\.run|fal_client\.(run|submit|subscribe|upload\w*)|pooch\.(retrieve|create\(\)\.fetch)|kagglehub\.\w+_download|(yt_dlp|youtube_dl)\.YoutubeDL\(\)\.(download|extract_info)|httplib2\.Http\(\)\.request|(niquests|primp|grequests|requests_html|requests_futures\.sessions)\.(\w+\(\)\.)?(get|post|put|patch|delete|head|options|request)|selenium\.webdriver\.\w+|(tensorflow\.)?keras\.utils\.get_file|tensorflow_hub\.(load|resolve|KerasLayer)|pusher\.Pusher\(\)\.\w+|rpyc\.([\w.]+\.)?\w*connect\w*|firebase_admin\.db\.reference\(\)\.\w+|whisper\.load_model|transformers\.utils(\.hub)?\.cached_file)$/;
const LISTEN =
  /^(http\.server\.\w*HTTPServer|socketserver\.\w+Server|xmlrpc\.server\.\w+|socket\.socket\(\)\.(bind|listen)|socket\.create_server|asyncio\.start_server|wsgiref\.simple_server\.\w+|multiprocessing\.managers\.BaseManager|multiprocessing\.connection\.Listener|debugpy\.listen|flask\.Flask\(\)\.run|gradio\.\w+\(\)\.launch|rpyc\.[\w.]*Server\(\)\.start|uvicorn\.run)$/;
const INSTALL =
  /^(ultralytics\.[\w.]*check_requirements|mmengine\.[\w.]*install_package|mim\.(install|[\w.]+\.install)|manager_core\.execute_install_script|launch(_utils)?\.run_pip|manager_core\.gitclone_install|pip\.(main|_internal(\.\w+)*\.\w*main\w*|_internal\.[\w.]+)|ensurepip\.(bootstrap|_main|_run_pip)|pkg_resources\.require\(\)\.install|setuptools\.command\.easy_install\.main|pipmaster\.\w+|easy_install\.main|venv\.(create|main|EnvBuilder\(\)\.\w+)|virtualenv\.cli_run|conda\.cli\.[\w.]+)$/;
const UNPICKLE =
  /^((_?pickle|joblib|jsonpickle|shelve|cloudpickle|dill|multiprocessing\.reduction\.ForkingPickler)\.(_?loads?|open|decode|Unpickler(\(\))?(\.\w+)?)|torch\.load|yaml\.(load|unsafe_load|full_load|load_all|unsafe_load_all)|pandas\.read_pickle|numpy\.load|skops\.io\.load)$/;
const SECRET =
  /^(browser_cookie3\.\w+|browsercookie\.\w+|rookiepy\.\w+|win32crypt\.\w+|pynput\.(keyboard|mouse)\.Listener|pynput\.keyboard\.\w+\(\)\.\w+|keyboard\.(on_press|hook|record|on_release)|pyWinhook\.\w+|lazagne\.[\w.]+|wincrypt\.\w+|pypykatz\.[\w.]+)$/;
const REMOTE_CODE = /^(torch\.hub\.load|modelscope\.[\w.]*pipeline)$/;

const PATTERNS: readonly (readonly [Danger, RegExp])[] = [
  ['shell', SHELL],
  ['interpreter', INTERPRETER],
  ['code', CODE],
  ['install', INSTALL],
  ['listen', LISTEN],
  ['network', NETWORK],
  ['network', CLIENT],
  ['native', NATIVE],
  ['unpickle', UNPICKLE],
  ['secret', SECRET],
  ['remote-code', REMOTE_CODE],
];

const PATHS_MAX = 20_000;

/** The danger of calling a path; `undefined` if the call is not in the catalogue. */
export const dangerOf = memoizeInArchive(
  (path): Danger | undefined => PATTERNS.find(([, pattern]) => pattern.test(path))?.[0],
  PATHS_MAX,
);

/** True for a function that opens a connection or sends a request. */
export const isNetworkCall = (path: string): boolean => dangerOf(path) === 'network';

/** Functions that honest code only calls. Using one as a value is a finding of the level `hold`. */
export const PURE_SHELL =
  /^(os\.(system|popen|exec[lv]p?e?|spawn[lv]p?e?)|pty\.spawn|(trio|anyio)\.(run|open)_process|builtins\.(exec|__import__))$/;

/** Modules from which code must not take attributes by a computed name. */
const GUARDED =
  /^(os|subprocess|builtins|importlib|pty|ctypes|runpy|commands|_posixsubprocess|asyncio|marshal|\?module|sys\.modules|shutil|socket|urllib\.request|requests|ensurepip|pip|posix|nt|code|zipimport|http\.client)$/;

/** True if `path` is `module.*`: an attribute of a guarded module whose name is computed and unknown. */
export const isGuardedAttribute = (path: string): boolean =>
  path.endsWith('.*') && GUARDED.test(path.slice(0, -2).replace(/\.__dict__$/, ''));

/** True for a guarded module, or for one of unknown modules. */
export const isGuardedModule = (path: string): boolean => GUARDED.test(path.replace(/(\[\])+$/, ''));

/** Attributes of an unknown module (`?module`) whose names are those of dangerous functions. */
export const TELLING_ATTRIBUTE =
  /^\?module(?:\[\]){0,4}\.(system|popen|Popen|check_output|check_call|call|getoutput|exec\w*|spawn\w*|loads|b64decode|urlopen|run|\*)$/;

/** True for a function of the standard library. It may call a function that is passed to it at once. */
export const isStandardPath = (path: string): boolean => isStandard(/^\w+/.exec(path)?.[0] ?? '');

/** The rule that reports each danger. */
export const RULE_OF: Readonly<Record<Danger, CheckName>> = {
  shell: 'shell',
  code: 'dynamic-code',
  interpreter: 'dynamic-code',
  'remote-code': 'dynamic-code',
  network: 'network',
  listen: 'network',
  native: 'native-code',
  unpickle: 'unsafe-loading',
  install: 'install-at-run-time',
  secret: 'sensitive-files',
};
