/**
 * Packages of Python's index that many programs install. Installing them from the default
 * index runs no code that the publisher of a node controls.
 */
const WELL_KNOWN = new Set(
  `accelerate aiofiles aiohttp albumentations anthropic av basicsr beautifulsoup4 bitsandbytes boto3 cachetools certifi
  chardet click colorama contourpy cryptography cython dataclasses diffusers dill discord-py einops facexlib fastapi
  filelock flask fonttools ftfy fvcore gdown gguf gitpython google-generativeai gradio grpcio h5py httpx huggingface-hub
  imageio imageio-ffmpeg importlib-metadata inflect insightface invisible-watermark iopath jinja2 joblib jsonschema
  kiwisolver kornia lark librosa lightning llama-cpp-python loguru lxml markdown markupsafe matplotlib mediapipe moviepy
  mss mutagen ninja nltk numba numexpr numpy ollama omegaconf onnx onnxruntime onnxruntime-gpu openai opencv-contrib-python
  opencv-contrib-python-headless opencv-python opencv-python-headless openpyxl optimum orjson packaging pandas peft piexif
  pillow pip platformdirs plotly protobuf psutil py-cpuinfo pyaudio pycocotools pycryptodome pydantic pydub pygit2 pyopenssl
  pynvml pyopengl pyperclip pyserial pysocks python-dateutil python-dotenv pytorch-lightning pytz pywavelets pyyaml
  qrcode regex rembg requests rich rope safetensors scikit-image scikit-learn scipy seaborn segment-anything
  sentence-transformers sentencepiece setuptools shapely six sounddevice soundfile soxr spandrel spacy sqlalchemy starlette
  supervision svgwrite sympy tabulate tenacity tensorboard tensorflow tiktoken timm tokenizers toml tomli torch torchaudio
  torchmetrics torchsde torchvision tqdm transformers transparent-background trimesh typing-extensions ultralytics urllib3
  uvicorn watchdog webcolors websocket-client websockets wget wheel xformers xxhash yacs`.split(/\s+/),
);

/** @param name in the form that indexes compare: lower case, with `-` between words */
export const isWellKnownPackage = (name: string): boolean => WELL_KNOWN.has(name);
