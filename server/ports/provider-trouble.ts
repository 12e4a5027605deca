/** What a provider did not do, and why. Contains no phone, name, code or key. */
export interface ProviderTrouble {
  provider: '阿里云短信' | '腾讯云短信' | '阿里云实名核验' | '腾讯云实名核验'
  /** `setup`: an operator must mend it; `outage`: it passes by itself. */
  kind: 'setup' | 'outage'
  /** The provider's own error code; `no_answer` if it gave none. */
  code: string
  /** What the code means and what to do, in Chinese. */
  reading: string
  /** What this means for people meanwhile, in Chinese. */
  effect: string
  /** Asked for by the provider's support. */
  request_id: string | null
}
