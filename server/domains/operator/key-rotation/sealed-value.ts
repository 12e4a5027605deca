import type { SealedColumn, SealedValue } from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import type { SealingPurpose } from '#server/keys.ts'
import { type SealingKeys, sealBytes, sealText, unsealBytes, unsealText } from '#server/lib/seal.ts'

type KeysByPurpose = Record<SealingPurpose, SealingKeys>

/** Opens a sealed value of a column. Throws if no key opens it. */
export function unsealValue(
  by: KeysByPurpose,
  { purpose, lead = '' }: SealedColumn,
  { owner, value }: SealedValue,
): string | Buffer {
  const keys = by[purpose]
  return typeof value === 'string' ? unsealText(keys, owner, value.slice(lead.length)) : unsealBytes(keys, owner, value)
}

/** Returns the same value, sealed by the newest key. */
export function resealValue(by: KeysByPurpose, of: SealedColumn, sealed: SealedValue): string | Buffer {
  const opened = unsealValue(by, of, sealed)
  const keys = by[of.purpose]
  return typeof opened === 'string'
    ? (of.lead ?? '') + sealText(keys, sealed.owner, opened)
    : sealBytes(keys, sealed.owner, opened)
}
