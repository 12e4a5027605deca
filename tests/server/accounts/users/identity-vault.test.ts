import { describe, expect, it } from 'vitest'
import { computeAge } from '#server/domains/accounts/users/birthday.ts'
import { computeBlindIndex, sealIdentity, unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { deriveKeys, deriveStableKey, parseSecretRing } from '#server/keys.ts'
import { maskIdNumber, maskName, maskPhone } from '#server/lib/mask.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'

/** As an installation has them that knows only this secret, which its values do not name. */
function keysOf(byte: number) {
  const ring = parseSecretRing(Buffer.alloc(32, byte).toString('base64'))
  const kept = (name: Parameters<typeof deriveStableKey>[1]) => deriveStableKey(ring[0], name)
  const dataKeys = {
    identity_index: kept('identity_index'),
    coupon_codes: kept('coupon_codes'),
    ssh_host: kept('ssh_host'),
    row_ids: kept('row_ids'),
  }
  return deriveKeys(ring, dataKeys, ring[0].id)
}
const keys = keysOf(1)
const otherKeys = keysOf(2)
const canary = '11010519491231002X'

describe('S40 Identity vault', () => {
  it('opens what it sealed, for the same user only', () => {
    const sealed = sealIdentity(keys, 'user-a', canary)
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]+=*$/)
    expect(unsealIdentity(keys, 'user-a', sealed)).toBe(canary)
    expect(() => unsealIdentity(keys, 'user-b', sealed)).toThrow()
    expect(() => unsealIdentity(otherKeys, 'user-a', sealed)).toThrow()
  })

  it('refuses what was changed, cut or sealed otherwise', () => {
    const sealed = Buffer.from(sealIdentity(keys, 'user-a', canary).slice(3), 'base64')
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => unsealIdentity(keys, 'user-a', `v1:${changed.toString('base64')}`), `byte ${at}`).toThrow()
    }
    expect(() => unsealIdentity(keys, 'user-a', `v1:${sealed.subarray(0, -1).toString('base64')}`)).toThrow()
    expect(() => unsealIdentity(keys, 'user-a', `v2:${sealed.toString('base64')}`)).toThrow()
  })

  it('seals the same number differently each time, and indexes it the same', () => {
    expect(sealIdentity(keys, 'user-a', canary)).not.toBe(sealIdentity(keys, 'user-a', canary))
    expect(computeBlindIndex(keys, canary)).toBe(computeBlindIndex(keys, canary))
    expect(computeBlindIndex(keys, canary)).not.toBe(computeBlindIndex(otherKeys, canary))
  })
})

describe('S41 Masks', () => {
  it.each([
    ['张三', '张*'],
    ['张三丰', '张**'],
    ['欧阳修', '欧阳*'],
    ['欧阳娜娜', '欧阳**'],
    ['欧阳', '欧*'],
    ['阿凡提·买买提', '阿******'],
    ['𠮷田', '𠮷*'],
  ])('%s → %s', (name, masked) => {
    expect(maskName(name)).toBe(masked)
  })

  it('phones and numbers keep their ends', () => {
    expect(maskPhone('13812348000')).toBe('138****8000')
    expect(maskIdNumber(canary)).toBe('1****************X')
  })
})

describe('§9 Age by the calendar of China', () => {
  it.each([
    ['20120101', '2025-12-31T15:59:59.999Z', 13],
    ['20120101', '2025-12-31T16:00:00.000Z', 14],
    ['20120229', '2026-02-27T16:00:00.000Z', 13],
    ['20120229', '2026-02-28T16:00:00.000Z', 14],
    ['20260102', '2025-12-31T16:00:00.000Z', -1],
  ])('born %s, at %s: %i', (birthday, now, age) => {
    expect(computeAge(buildIdNumber(birthday, 1), new Date(now))).toBe(age)
  })
})
