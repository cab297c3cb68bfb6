//! Closed word lists of the languages: what stays in English in Chinese prose without being a name.
//!
//! The lists are set by hand, because one word a line would hide them; a test keeps them sorted.

/// English common nouns and adjectives that Chinese technical prose leaves untranslated. Lower case, singular, sorted.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "ablation", "accuracy", "action", "adapter", "adaptive", "agent", "agentic", "aggressive", "alignment", "all",
    "alpha", "anchor", "and", "annotation", "answer", "api", "app", "arm", "array", "artifact", "at", "attention",
    "backbone", "backchannel", "bandwidth", "baseline", "batch", "beam", "benchmark", "best", "beta", "bias", "bit",
    "block", "book", "bottleneck", "browser", "bucket", "budget", "buffer", "bug", "burst", "byte", "cache", "call",
    "camera", "cap", "caption", "case", "cell", "chain", "channel", "chat", "checker", "checkpoint", "choice",
    "chunk", "class", "clay", "click", "client", "clip", "cloud", "cluster", "code", "coding", "cohort", "cold",
    "collapse", "column", "command", "commit", "compile", "compiler", "component", "compute", "config", "context",
    "continuation", "control", "controller", "core", "corpus", "cost", "critic", "data", "database", "dataset",
    "debug", "debugger", "decay", "decode", "decoder", "decoding", "deep", "demo", "denoiser", "dense", "depth",
    "detector", "device", "diff", "diffusion", "discount", "distillation", "document", "domain", "dose", "draft",
    "dropout", "dynamic", "edge", "edit", "effort", "embedding", "encoder", "encoding", "entropy", "entry",
    "environment", "episode", "epoch", "error", "eval", "evaluation", "example", "executor", "expert", "fail",
    "false", "feature", "feedback", "field", "figure", "file", "final", "fine", "fix", "flag", "flow", "folder",
    "for", "forward", "frame", "framework", "free", "frozen", "full", "function", "fund", "game", "gate", "gateway",
    "generation", "generator", "global", "gold", "good", "gradient", "graph", "grid", "gripper", "ground", "group",
    "guidance", "hand", "hard", "hardware", "harness", "head", "heap", "heuristic", "hidden", "high", "hint",
    "horizon", "hot", "human", "image", "in", "index", "inference", "input", "instance", "instruction",
    "interpreter", "issue", "item", "judge", "kernel", "key", "label", "language", "latency", "latent", "layer",
    "leaderboard", "learning", "length", "level", "library", "light", "list", "local", "lock", "log", "logit",
    "long", "loop", "loss", "low", "manifold", "map", "market", "mask", "matching", "matrix", "max", "mean",
    "memory", "merge", "mini", "mode", "model", "module", "momentum", "monitor", "motion", "multi", "negative", "no",
    "node", "noise", "norm", "not", "note", "object", "of", "off", "offline", "on", "online", "only", "open",
    "operator", "optimizer", "option", "or", "oracle", "order", "output", "overall", "overhead", "overlap",
    "package", "page", "pair", "paper", "paragraph", "parallel", "parameter", "parser", "patch", "path", "patient",
    "per", "perplexity", "phase", "pipeline", "pixel", "placebo", "plain", "plan", "planner", "playbook", "point",
    "policy", "pool", "portfolio", "positive", "prefill", "prefix", "pretraining", "price", "prior", "probe",
    "process", "profile", "projection", "prompt", "proxy", "pull", "query", "question", "queue", "random", "rank",
    "ranking", "rate", "raw", "reasoning", "recall", "recipe", "record", "reference", "refusal", "regression",
    "relevance", "repo", "report", "repository", "request", "reranker", "residual", "response", "retrieval",
    "retriever", "review", "reviewer", "reward", "robot", "role", "rollout", "root", "round", "router", "routing",
    "row", "rubric", "run", "runtime", "sample", "sampler", "sampling", "sandbox", "scaling", "scene", "schedule",
    "scheduler", "schema", "score", "scratchpad", "screen", "script", "search", "seed", "self", "semantic",
    "sentence", "sequence", "server", "service", "session", "set", "shape", "shell", "shift", "shot", "signal",
    "simulator", "skill", "slack", "slot", "small", "soft", "software", "solver", "source", "span", "sparse",
    "speaker", "speech", "speedup", "split", "stack", "stage", "state", "static", "step", "store", "stream",
    "strong", "student", "style", "subset", "suffix", "summary", "supervision", "swap", "sweep", "system", "table",
    "target", "task", "teacher", "temperature", "template", "tensor", "terminal", "test", "tester", "text", "the",
    "thinking", "thread", "throughput", "ticket", "tile", "timeout", "to", "token", "tool", "trace", "train",
    "trainer", "training", "trajectory", "transfer", "tree", "trial", "trick", "true", "tuning", "turn", "unit",
    "update", "user", "utterance", "value", "vanilla", "variant", "vector", "verifier", "version", "video", "view",
    "vision", "voice", "volume", "vote", "vs", "warm", "warmup", "weak", "web", "weight", "window", "with", "word",
    "worker", "workflow", "workload", "workspace", "world", "wrapper", "zero",
];

/// More words of technical English, which are common where two of them stand together: `batch size`. Alone or joined by a
/// hyphen they may be coined for a method. Sorted.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "ability", "abstract", "accumulation", "acoustic", "activation", "actuator", "advantage", "adversarial",
    "aggregate", "aggregation", "alert", "annealing", "annotator", "approximate", "arena", "ask", "assistant", "atom",
    "attack", "attribution", "audio", "auto", "automatic", "average", "backdoor", "bank", "base", "batching", "bid",
    "blank", "blur", "body", "bond", "bonus", "boolean", "bottom", "bound", "boundary", "bounding", "box", "branch",
    "button", "caching", "calling", "catalyst", "catastrophic", "causal", "chatbot", "checkpointing", "chosen",
    "chunking", "circuit", "citation", "claim", "classification", "classifier", "cleaning", "clipping", "codec",
    "coherence", "collision", "color", "compilation", "complex", "compression", "concept", "confidence", "connection",
    "consensus", "consistency", "console", "constant", "constraint", "container", "contour", "conversation",
    "coordinator", "count", "coverage", "critique", "crop", "crowd", "crystal", "curriculum", "curvature", "cutoff",
    "cycle", "dashboard", "debate", "dedup", "deduplication", "default", "defense", "delimiter", "denoise", "density",
    "dependency", "detection", "dev", "deviation", "diagnosis", "dialog", "dialogue", "diarization", "dictionary",
    "difficult", "direction", "discourse", "disease", "distribution", "diversity", "double", "drug", "dual", "dummy",
    "early", "easy", "echo", "editor", "emergent", "empty", "energy", "enhancement", "ensemble", "entity", "estimate",
    "estimator", "event", "eviction", "evidence", "exact", "exploitation", "exploration", "export", "extension",
    "external", "extraction", "extrapolation", "face", "fact", "factual", "failover", "fairness", "faithfulness",
    "fast", "fault", "feedforward", "few", "filler", "filter", "filtering", "finetuning", "finger", "first", "flip",
    "float", "fluency", "fold", "following", "footnote", "force", "forgetting", "form", "fusion", "gating", "gene",
    "goal", "grader", "grading", "grasp", "greedy", "guest", "hacking", "hallucination", "header", "heavy", "height",
    "heldout", "hessian", "holdout", "hop", "host", "hybrid", "hypothesis", "import", "importance", "improved",
    "indexing", "injection", "inner", "integer", "integration", "intent", "interlocutor", "internal", "interpolation",
    "interrupt", "interruption", "interval", "iteration", "jailbreak", "join", "joint", "judging", "keypoint",
    "knowledge", "lagrangian", "landmark", "large", "last", "late", "lattice", "law", "leave", "left", "leg", "lens",
    "lesion", "lexical", "lidar", "likelihood", "line", "linear", "liquidity", "listwise", "literal", "localization",
    "locomotion", "logging", "lower", "machine", "major", "majority", "manager", "manipulation", "manual", "many",
    "mapping", "margin", "masked", "median", "medium", "menu", "merging", "mesh", "message", "method", "middle",
    "midtraining", "minor", "mixed", "mixture", "mobile", "modified", "molecule", "monitoring", "motor", "naive",
    "navigation", "near", "neighbor", "neighborhood", "nested", "neuron", "new", "newline", "next", "nonlinear",
    "nonlinearity", "normalization", "notebook", "novel", "novelty", "null", "number", "objective", "obstacle",
    "occupancy", "offload", "offloading", "old", "optimal", "orchestrator", "organ", "orientation", "original", "ours",
    "outer", "padding", "paging", "paired", "pairwise", "parallelism", "paraphrase", "partial", "passage", "passing",
    "patience", "pause", "peak", "penalty", "phone", "phoneme", "pitch", "placeholder", "plugin", "pointwise",
    "poison", "pooled", "pooling", "pose", "position", "posterior", "posttraining", "pragmatic", "precision",
    "preference", "previous", "primal", "privacy", "private", "probing", "profiler", "proposed", "prosody", "protein",
    "pruning", "public", "pure", "quality", "quantization", "radar", "rater", "reaction", "readout", "real",
    "recognition", "recovery", "refinement", "reflection", "region", "register", "regularization", "regularizer",
    "rejected", "relation", "remote", "repeat", "replay", "replica", "replicate", "replication", "rerank", "reranking",
    "reset", "resize", "resolution", "restart", "resume", "return", "reverb", "revision", "reweighting", "rewrite",
    "rewriting", "right", "risk", "rotation", "rule", "safety", "scalar", "scoring", "screenshot", "scroll", "section",
    "security", "seen", "segmentation", "sensor", "separation", "separator", "serving", "shard", "sharding", "short",
    "significance", "silence", "simple", "single", "sink", "size", "skip", "slow", "sparsity", "spatial", "special",
    "spectrogram", "speed", "spread", "sql", "standard", "start", "steering", "stereo", "stock", "stop", "stopping",
    "straggler", "stride", "string", "subgoal", "subquery", "subspace", "subword", "sum", "summarization",
    "superposition", "supervisor", "surface", "survival", "swapping", "syntactic", "synthetic", "tab", "temporal",
    "term", "textual", "texture", "thought", "threshold", "time", "tiny", "tissue", "title", "tokenization",
    "tokenizer", "tolerance", "top", "torque", "total", "toxicity", "tracing", "tracker", "tracking", "trade",
    "trading", "translation", "treatment", "triple", "tumor", "tuple", "tutor", "type", "unicode", "uniform",
    "unmasked", "unseen", "upper", "utilization", "valid", "validation", "validator", "variable", "variance",
    "velocity", "verification", "vertex", "visual", "vocabulary", "vocoder", "volatility", "voting", "voxel", "walk",
    "watermark", "waveform", "waypoint", "weighting", "whitespace", "width", "worst", "wrist",
];

/// Hyphenated everyday compounds. Sorted.
#[rustfmt::skip]
const COMPOUNDS: &[&str] = &[
    "bug-fix", "closed-loop", "closed-source", "co-training", "coarse-grained", "coarse-to-fine", "cross-attention",
    "cross-domain", "cross-entropy", "data-driven", "de-facto", "down-stream", "end-to-end", "ever-growing",
    "few-shot", "fine-grained", "fine-tune", "fine-tuned", "fine-tuning", "follow-up", "full-duplex", "half-duplex",
    "hand-crafted", "held-out", "high-level", "high-quality", "human-in-the-loop", "hyper-parameter", "in-context",
    "in-distribution", "in-domain", "in-the-wild", "large-scale", "long-context", "long-form", "long-horizon",
    "long-tail", "low-level", "low-rank", "multi-agent", "multi-hop", "multi-modal", "multi-step", "multi-task",
    "multi-turn", "non-trivial", "off-policy", "off-the-shelf", "on-device", "on-policy", "on-the-fly", "one-shot",
    "open-ended", "open-loop", "open-source", "open-weight", "out-of-distribution", "out-of-domain", "p-value",
    "plug-and-play", "post-training", "pre-trained", "pre-training", "real-time", "real-world", "self-attention",
    "self-supervised", "semi-supervised", "single-step", "single-turn", "small-scale", "state-of-the-art",
    "step-by-step", "task-specific", "token-level", "top-down", "top-k", "top-p", "trade-off", "train-test",
    "trial-and-error", "two-stage", "well-known", "zero-shot",
];

/// Lower-case words that are names: libraries, and metrics that are usually written so. Sorted.
#[rustfmt::skip]
const LOWER_NAMES: &[&str] = &[
    "arxiv", "cudnn", "ggml", "glmnet", "iperf", "jax", "lightgbm", "llama", "matplotlib", "memcached", "mypy",
    "nginx", "numba", "numpy", "ollama", "pandas", "pytest", "pytorch", "redis", "scikit-learn", "scipy", "sglang",
    "sklearn", "spacy", "sqlite", "statsmodels", "tensorflow", "transformers", "triton", "vllm", "xgboost",
];

/// Programs, languages and libraries whose versions have two numbers. Upper case compared. Sorted.
#[rustfmt::skip]
const SOFTWARE: &[&str] = &[
    "ANDROID", "APACHE", "CMAKE", "CUDA", "CUDNN", "DEBIAN", "DEEPSPEED", "DOCKER", "FLASK", "GCC", "GO", "GOLANG",
    "ISAAC", "ISABELLE", "JAVA", "JAX", "JULIA", "KERAS", "KUBERNETES", "LEAN", "LINUX", "LLVM", "MACOS", "MATLAB",
    "MEGATRON", "MUJOCO", "MYSQL", "NCCL", "NODE", "NUMPY", "OPENCV", "OPENMPI", "PANDAS", "POSTGRESQL", "PYTHON",
    "PYTORCH", "R", "ROCM", "ROS", "RUBY", "RUST", "SCALA", "SGLANG", "SPARK", "SQLITE", "SWIFT", "TENSORFLOW",
    "TENSORRT", "TORCH", "TRANSFORMERS", "TRITON", "UBUNTU", "UNITY", "VERILATOR", "VIVADO", "VLLM", "WINDOWS",
];

/// Everyday acronyms and symbols that are no names, upper case compared. Sorted.
#[rustfmt::skip]
const EVERYDAY: &[&str] = &[
    "AI", "AM", "API", "APIS", "CPU", "CPUS", "DOI", "FAQ", "FPS", "GB", "GPU", "GPUS", "HTML", "HTTP",
    "HTTPS", "ID", "IDS", "II", "III", "IP", "IT", "IV", "JSON", "KB", "MB", "N/A", "NA", "NAN", "NO", "OK", "OOD",
    "OOM", "OS", "PC", "PDF", "PM", "PR", "PRS", "QA", "SOTA", "TB", "TODO", "UI", "UK", "URL", "URLS", "US", "USA",
    "USB", "USD", "VS", "YES",
];

/// Metrics: a number behind one is its value, never its version. Compared without case. Sorted.
#[rustfmt::skip]
const METRICS: &[&str] = &[
    "acc", "accuracy", "ap", "ar", "ate", "auc", "aucpr", "auprc", "auroc", "bacc", "bertscore", "bleu", "bpp",
    "brier", "cer", "chrf", "cider", "comet", "cosine", "der", "dice", "ece", "eer", "elo", "f-score", "f1", "fid",
    "flop", "flops", "fnr", "fpr", "frr", "fvd", "gflops", "hd95", "hits", "hr", "iou", "jga", "kl", "lpips", "mac",
    "macs", "mae", "map", "mape", "mcc", "meteor", "miou", "mos", "mota", "mpjpe", "mrr", "mse", "ndcg", "nll",
    "nmi", "nmse", "nrmse", "pesq", "ppl", "ppv", "pq", "precision", "psnr", "r2", "recall", "rmse", "roc", "rouge",
    "rouge-l", "rpe", "rtf", "r²", "sdr", "ser", "sharpe", "si-sdr", "smape", "spearman", "spl", "sr", "ssim", "stoi",
    "tflops", "top-1", "top-5", "top1", "top5", "tpot", "tpr", "tps", "ttft", "vmaf", "wer",
];

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether the word, of any case and number, is a common noun or adjective of technical English.
pub(super) fn is_common(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if holds(COMMON, &lower) {
        return true;
    }
    let singular =
        |ending: &str, put: &str| lower.strip_suffix(ending).is_some_and(|stem| holds(COMMON, &format!("{stem}{put}")));
    singular("s", "") || singular("es", "") || singular("ies", "y")
}

/// Whether the word is common, or plain technical English.
pub(super) fn is_plain(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    is_common(word) || holds(PLAIN, &lower) || lower.strip_suffix('s').is_some_and(|stem| holds(PLAIN, stem))
}

/// Whether the hyphenated lower-case word is an everyday compound, or has only common parts.
pub(super) fn is_compound(word: &str) -> bool {
    holds(COMPOUNDS, word)
        || ["-level", "-wise", "-based", "-style", "-like", "-aware", "-specific"].iter().any(|end| word.ends_with(end))
}

/// Whether the lower-case word is written so as a name.
pub(super) fn is_lower_name(word: &str) -> bool {
    holds(LOWER_NAMES, word)
}

/// Whether the word is a program whose version may have two decimals.
pub(super) fn is_software(word: &str) -> bool {
    holds(SOFTWARE, &word.to_ascii_uppercase())
}

/// Whether the word is an everyday acronym.
pub(super) fn is_everyday(word: &str) -> bool {
    word.len() <= 5 && holds(EVERYDAY, &word.to_ascii_uppercase())
}

/// Whether the word is a metric. Single letters never are.
pub(super) fn is_metric(word: &str) -> bool {
    word.len() <= 12
        && (holds(METRICS, &word.to_ascii_lowercase()) || word.contains('@') || {
            let lower = word.to_ascii_lowercase();
            ["top-", "bleu-", "rouge-", "recall-", "precision-"].iter().any(|start| lower.starts_with(start))
        })
}

/// Chinese words and the English stems that translate them, for telling which of several equal numbers is meant.
#[rustfmt::skip]
pub(super) const TRANSLATIONS: &[(&str, &[&str])] = &[
    ("参数", &["param"]), ("训练", &["train"]), ("测试", &["test"]), ("评估", &["evaluat"]), ("开发", &["develop"]),
    ("推理", &["inferen", "reason"]), ("准确率", &["accura"]), ("精度", &["accura", "precision"]),
    ("成功率", &["success"]), ("成功", &["success"]), ("胜率", &["win"]), ("通过率", &["pass"]),
    ("延迟", &["laten", "delay"]), ("时间", &["time"]), ("耗时", &["time", "hour", "take"]), ("小时", &["hour"]),
    ("分钟", &["minute"]), ("秒", &["second"]), ("天", &["day"]), ("周", &["week"]), ("月", &["month"]),
    ("年", &["year"]), ("步", &["step"]), ("轮", &["turn", "round", "epoch"]), ("层", &["layer"]),
    ("任务", &["task"]), ("模型", &["model"]), ("数据集", &["dataset"]), ("基准", &["benchmark"]),
    ("样本", &["sample", "example"]), ("图像", &["image"]), ("视频", &["video"]), ("帧", &["frame"]),
    ("语言", &["language"]), ("用户", &["user"]), ("患者", &["patient"]), ("病例", &["case"]), ("仓库", &["repositor"]),
    ("请求", &["request"]), ("次数", &["times", "number"]), ("试次", &["trial"]), ("试验", &["trial"]),
    ("实例", &["instance"]), ("配置", &["configuration", "setting"]), ("场景", &["scene", "scenario"]),
    ("类别", &["class", "categor"]), ("类", &["type", "class", "categor"]), ("平均", &["average", "mean"]),
    ("中位", &["median"]), ("最高", &["highest", "best", "up", "maxim"]), ("最低", &["lowest", "least", "minim"]),
    ("峰值", &["peak"]), ("总", &["total", "overall"]), ("增加", &["increas"]),
    ("提升", &["improv", "gain", "increas"]), ("提高", &["improv", "increas"]),
    ("下降", &["drop", "decreas", "declin"]), ("降低", &["reduc", "lower", "decreas"]),
    ("减少", &["reduc", "fewer", "decreas"]), ("降至", &["to", "drop"]), ("加速", &["speedup", "faster"]),
    ("超过", &["exceed", "surpass", "outperform"]), ("成本", &["cost"]), ("费用", &["cost"]), ("内存", &["memory"]),
    ("显存", &["memory"]), ("吞吐", &["throughput"]), ("损失", &["loss"]), ("熵", &["entropy"]), ("误差", &["error"]),
    ("错误率", &["error"]), ("召回", &["recall"]), ("分数", &["score"]), ("得分", &["score"]), ("基线", &["baseline"]),
    ("完整", &["full"]), ("随机", &["random"]), ("人类", &["human"]), ("专家", &["expert"]), ("教师", &["teacher"]),
    ("学生", &["student"]), ("问题", &["question", "problem"]), ("题", &["question", "problem"]), ("单词", &["word"]),
    ("论文", &["paper"]), ("文档", &["document"]), ("代码", &["code"]), ("攻击", &["attack"]), ("防御", &["defen"]),
    ("安全", &["safe", "secur"]), ("检测", &["detect"]), ("分割", &["segment", "split"]),
    ("识别", &["recogni", "identif"]), ("收入", &["revenue"]), ("利润", &["profit"]), ("同比", &["year"]),
    ("环比", &["quarter"]), ("死亡", &["death", "mortal"]), ("治疗", &["treat"]), ("剂量", &["dose"]),
    ("安慰剂", &["placebo"]), ("对照", &["control"]), ("温度", &["temperature"]), ("能耗", &["energy"]),
    ("功耗", &["power"]), ("并发", &["concurren"]), ("节点", &["node"]), ("上下文", &["context"]), ("长度", &["length"]),
    ("窗口", &["window"]), ("批", &["batch"]), ("编码器", &["encoder"]), ("解码器", &["decoder"]),
    ("微调", &["fine", "tun"]), ("预训练", &["pretrain", "pre"]), ("专利", &["patent"]), ("学校", &["school"]),
    ("教师数", &["teacher"]), ("女性", &["women", "female"]), ("男性", &["men", "male"]), ("儿童", &["child"]),
    ("城市", &["cit", "urban"]), ("农村", &["rural"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_so_that_a_binary_search_finds_every_word() {
        for list in [COMMON, PLAIN, COMPOUNDS, SOFTWARE, LOWER_NAMES, EVERYDAY, METRICS] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{} stands before {}", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn number_and_case_of_a_common_word_do_not_matter() {
        assert!(is_common("Tokens") && is_common("queries") && is_common("batches"));
        assert!(!is_common("Jester"));
    }
}
