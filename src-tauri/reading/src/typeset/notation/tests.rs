//! Cases of plain-text notation, all invented.

use super::*;

/// Formulas of `text` as `source=TeX`.
fn check(text: &str, expected: &[(&str, &str)]) {
    let found: Vec<(&str, String)> = find(text)
        .into_iter()
        .filter_map(|run| match run.kind {
            RunKind::Math(math) => Some((run.span.of(text), math.tex)),
            _ => None,
        })
        .collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(source, tex)| (*source, tex.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn scripts_accents_and_products_are_formulas() {
    check("状态由 M_{t-1}^k x_t 生成", &[("M_{t-1}^k x_t", "M_{t-1}^{k}x_{t}")]);
    check(
        "步长 η_t^inj=(1−α_t)/r_t，其中",
        &[("η_t^inj=(1−α_t)/r_t", r"\eta_{t}^{\mathrm{inj}}=(1-\alpha_{t})/r_{t}")],
    );
    check("范数 ‖δ_t‖₂² 有界", &[("‖δ_t‖₂²", r"\lVert\delta_{t}\rVert_{2}^{2}")]);
    check("目标 v̂_t^□ 与 R̄。", &[("v̂_t^□", r"\hat{v}_{t}^{\square}"), ("R̄", r"\bar{R}")]);
    check("约 10^{22} 次，误差 10^-3", &[("10^{22}", "10^{22}"), ("10^-3", "10^{-3}")]);
    check("取 y~_t 或 a^_t", &[("y~_t", r"\tilde{y}_{t}"), ("a^_t", r"\hat{a}_{t}")]);
    check("损失 ℒ_t=ℓ(x_t)", &[("ℒ_t=ℓ(x_t)", r"\mathcal{L}_{t}=\ell(x_{t})")]);
    check("序列 U_≤k 与 O_<k", &[("U_≤k", r"U_{\le k}"), ("O_<k", "O_{<k}")]);
    check("模型 π_0.5 上", &[("π_0.5", r"\pi_{0.5}")]);
    check("令 W'_c = W_c ⊕ Δ_c；", &[("W'_c = W_c ⊕ Δ_c", r"W'_{c}=W_{c}\oplus\Delta_{c}")]);
    check("权重 λ f_i A_i 之和", &[("λ f_i A_i", r"\lambda f_{i}A_{i}")]);
    check("设 |T_c| ≥ 2，", &[("|T_c| ≥ 2", r"\lvert T_{c}\rvert\ge2")]);
    check("上限 f_max=0.85", &[("f_max=0.85", r"f_{\mathrm{max}}=0.85")]);
    check("含 \\mathcal{L}_{CE} 项", &[("\\mathcal{L}_{CE}", r"\mathcal{L}_{\mathrm{CE}}")]);
    check("概率 p_θ(y|x_t) 高", &[("p_θ(y|x_t)", r"p_{\theta}(y\mid x_{t})")]);
    check("区间 f_i∈(0,1] 内", &[("f_i∈(0,1]", r"f_{i}\in(0,1]")]);
    check("策略 π_θ̂ 与 π_{θ0}", &[("π_θ̂", r"\pi_{\hat{\theta}}"), ("π_{θ0}", r"\pi_{\theta0}")]);
    check(
        "增益 Ŝ_t−Ŝ_{t−w}≤δ 与 Ĵ_{S,k}(P)",
        &[("Ŝ_t−Ŝ_{t−w}≤δ", r"\hat{S}_{t}-\hat{S}_{t-w}\le\delta"), ("Ĵ_{S,k}(P)", r"\hat{J}_{S,k}(P)")],
    );
    check("流 d z_t/dt=v_θ(z_t) 中", &[("d z_t/dt=v_θ(z_t)", r"dz_{t}/dt=v_{\theta}(z_{t})")]);
    check("定义 λ=S+/Σ_{P} w_i，", &[("λ=S+/Σ_{P} w_i", r"\lambda=S^{+}/\sum_{P}w_{i}")]);
    check("目标 P* ∈ 𝒫_t 为", &[("P* ∈ 𝒫_t", r"P^{*}\in\mathcal{P}_{t}")]);
    check("取 b_t=ceil(输入)", &[("b_t", "b_{t}")]);
    check("乘以 max_{a} Q(s_t,a) 得", &[("max_{a} Q(s_t,a)", r"\operatorname{max}_{a}Q(s_{t},a)")]);
}

#[test]
fn names_code_addresses_and_plain_signs_stay() {
    for text in [
        "字段 snake_case 与 is_good=Y、tool_calls、qwen3_5_nothink",
        "文件 a_b.py、x_t.json、/data/x_1/y 与 https://example.org/a_b?c_d=1",
        "指标 C_RESPOND 与 S2_x、GPT_4",
        "代码 `x_t` 与 f_name_x",
        "矩阵 d×d、n=5、F1 = 2·P、K-1 组、$20 与 $5",
        "模板 Proj_in→Proj_out",
        "路径 C:\\temp\\new 和 \\n 换行",
        "人名 Jörg、Poincaré、Ñandú、Šimon 与 Côté",
        "e-mail a_b@example.org",
    ] {
        check(text, &[]);
    }
}

#[test]
fn long_formulas_break_before_relations() {
    let text = "即 η_t=λ_t/(1+λ_t‖k_t‖₂²)=α_t^inj(1−exp(−η_t/η_t^inj))≤1。";
    let found = find(text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
}
