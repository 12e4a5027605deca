/** Agreements a user accepts (requirements §1); a new text gets a new version and an effective date. */
export const agreements = {
  service: { title: '服务协议', slug: 'serviceagreement', version: '1.0', effective: '2026-11-21' },
  privacy: { title: '隐私政策', slug: 'privacypolicy', version: '1.1', effective: '2026-11-24' },
  anti_mining: { title: '反挖矿协议', slug: 'anti-mining', version: '1.0', effective: '2026-11-21' },
} as const
