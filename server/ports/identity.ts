import type { AliyunKey, TencentKey } from '#server/ports/cloud-keys.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'

/** `no_record`: the authority does not know the person, as with a new card or a rare character; it says nothing against him. */
export type IdentityAnswer = 'match' | 'mismatch' | 'no_record'

/** The authority could not be asked, and why. Contains nothing personal. */
export class IdentityUncheckedError extends Error {
  readonly trouble: ProviderTrouble
  constructor(trouble: ProviderTrouble) {
    super('the authority could not be asked')
    this.name = 'IdentityUncheckedError'
    this.trouble = trouble
  }
}

export interface AliyunIdentitySettings {
  provider: 'aliyun'
  endpoint: string
  key: AliyunKey
}

export interface TencentIdentitySettings {
  provider: 'tencent'
  endpoint: string
  key: TencentKey
}

export type IdentitySettings = AliyunIdentitySettings | TencentIdentitySettings

/** Checks a name against an ID number with an authority. Rejects if the authority is unreachable. */
export interface IdentityCheck {
  readonly sandbox: boolean
  check(person: { name: string; id_number: string }): Promise<IdentityAnswer>
}
