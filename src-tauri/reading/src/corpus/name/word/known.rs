//! Names that everybody in the field uses: papers build on them and compare with them, and seldom coin them.

use std::sync::LazyLock;

use super::Words;

/// Whether `name` ends with the number of a version or a size, as the names of models do that others train.
pub(in super::super) fn is_numbered_version(name: &str) -> bool {
    let tail = name.rsplit(['-', ' ']).next().unwrap_or_default();
    let tail = tail.trim_start_matches(['v', 'V']).trim_end_matches(['B', 'M', 'b', 'm']);
    name.contains(['-', ' ']) && tail.starts_with(|ch: char| ch.is_ascii_digit())
}

/// Names of the field that a paper builds on and seldom coins: methods, model families, kinds of models.
pub(in super::super) fn is_common(name: &str) -> bool {
    COMMON.contains(name) || name.strip_suffix('s').is_some_and(|name| COMMON.contains(name))
}

/// Whether `name` is a model of a known family, told by its version and size: `GPT-5`, `Qwen3-VL-8B`. A name that goes
/// on otherwise (`QwenLoom`) is another's.
pub(in super::super) fn is_known_model(name: &str) -> bool {
    FAMILIES.iter().filter_map(|family| name.strip_prefix(family)).any(|rest| {
        rest.split(['-', ' ']).all(|part| {
            part.is_empty()
                || KINDS.contains(&part)
                || part
                    .trim_start_matches(['v', 'V', 'R', 'E', 'A', 'K', 'o'])
                    .starts_with(|ch: char| ch.is_ascii_digit())
        })
    })
}

const FAMILIES: [&str; 26] = [
    "GPT", "Claude", "Gemini", "Gemma", "Qwen", "Llama", "LLaMA", "DeepSeek", "Mistral", "Mixtral", "Phi", "OLMo",
    "InternVL", "InternLM", "LLaVA", "Whisper", "Kimi", "GLM", "ChatGLM", "Grok", "MiniCPM", "Pythia", "SmolLM", "Yi",
    "Codex", "Wan",
];
const KINDS: [&str; 26] = [
    "VL", "Math", "Coder", "Omni", "Instruct", "Base", "Audio", "Next", "Pro", "Flash", "Sonnet", "Opus", "Haiku",
    "Turbo", "mini", "Mini", "Chat", "Lite", "Large", "Small", "Nano", "Thinking", "Code", "CLI", "large", "Max",
];

static COMMON: LazyLock<Words> = LazyLock::new(|| {
    "AAAI ACL AGI AI AIGC AIME AP API AR ASR AUC AUROC Adam AdamW Android Attention BERT BLEU CER CIDEr CLI CLIP CNN COCO CPU CVPR \
     CUDA ChatGPT Claude CoT ConvNet DDPM DINO DINOv2 DINOv3 DNN DPO DSP DeepSeek DiT Diffusion Docker ECE EM EMNLP F1 FFN \
     FID FLOP FP16 FP8 GAN GB GNN GPT GPT-4 GPT-4o GPU GRPO GUI Gemini GitHub HTML ICL ICLR ICML IoU ImageNet JSON KL KV \
     Kubernetes LLM LLM-as-a-Judge LLM-as-a-judge LLaMA LPIPS LSTM LVLM Linux Llama LoRA MAE MCP MDP MER MLLM MLP MMLU \
     MOS MRR MSE Mamba Markdown Mistral MoE NDCG NLP NeRF NeurIPS OCR OOD OpenAI PDE PPO PRM PSNR PyTorch Python Q&A QA Qwen \
     Qwen2.5 Qwen3 RAG RGB RL RLHF RLVR RMSE RNN ROUGE ReAct ResNet SAM SDE SFT SGD SLAM SLM SOTA SSIM SSM SVM \
     SWE-bench T5 TTFT TTS TTT Top-1 Top-5 Transformer UI UMM URL VAE VLA VLM VQA ViT WER WebGPU gFID mAP mIoU ours rFID"
        .split_whitespace()
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_known_families_are_told_from_names_made_of_theirs() {
        for (name, expected) in [
            ("GPT-5", true),
            ("Qwen3-VL-8B", true),
            ("DeepSeek-V3", true),
            ("Claude Opus 4.5", true),
            ("QwenLoom", false),
            ("Qwen-Loom", false),
            ("TideLoom-7B", false),
        ] {
            assert_eq!(is_known_model(name), expected, "{name}");
        }
        assert!(is_numbered_version("TideLoom-7B") && is_numbered_version("Loom v2") && !is_numbered_version("4Loom"));
    }

    #[test]
    fn common_names_are_known_in_the_plural_too() {
        assert!(is_common("LLMs") && is_common("ViT") && !is_common("TideLoom"));
    }
}
