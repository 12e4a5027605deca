import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let person: Awaited<ReturnType<TestPlatform['signUp']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  person = await platform.signUp()
})
afterAll(() => platform.close())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (
  header: { alg: string; typ?: string; jku?: string },
  changes: JWTPayload = {},
  key?: Parameters<SignJWT['sign']>[0],
) =>
  new SignJWT({ ...decodeJwt(person.token), ...changes })
    .setProtectedHeader(header)
    .sign(key ?? platform.deps.keys.access_token[0])
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const proper = { alg: 'HS256', typ: 'at+jwt' }

const forged: [string, () => string | Promise<string>][] = [
  ['no signature', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(decodeJwt(person.token))}.`],
  ['a cut signature', () => person.token.slice(0, -4)],
  ['an empty signature', () => `${person.token.split('.').slice(0, 2).join('.')}.`],
  [
    'changed claims',
    () => [person.token.split('.')[0], part({ ...decodeJwt(person.token), sid: 'x' }), person.token.split('.')[2]].join('.'),
  ],
  ['another key', () => sign(proper, {}, Buffer.alloc(32, 'other'))],
  ['the key of another purpose', () => sign(proper, {}, platform.deps.keys.quote[0])],
  [
    'another HMAC',
    () => sign({ ...proper, alg: 'HS512' }, {}, Buffer.concat([platform.deps.keys.access_token[0], Buffer.alloc(32)])),
  ],
  ['an RSA key', () => sign({ ...proper, alg: 'RS256' }, {}, rsa())],
  ['a key from the header', () => sign({ ...proper, jku: 'https://example.com/keys' }, {}, Buffer.alloc(32, 'other'))],
  ['another type', () => sign({ ...proper, typ: 'JWT' })],
  ['no type', () => sign({ alg: 'HS256' })],
  ['another audience', () => sign(proper, { aud: 'somebody' })],
  ['no audience', () => sign(proper, { aud: undefined })],
  ['another issuer', () => sign(proper, { iss: 'somebody' })],
  ['a past end', () => sign(proper, { exp: 1 })],
  ['a later beginning', () => sign(proper, { nbf: 4_102_444_800 })],
  ['an unknown session', () => sign(proper, { sid: 'session-unknown' })],
  ['no session', () => sign(proper, { sid: undefined })],
  ['text', () => 'token'],
  ['five parts', () => `${person.token}.x.y`],
]

describe('S16 Access tokens', () => {
  it('are taken as issued', async () => {
    expect((await person.call(users.get, { params: { id: person.user.id } })).code).toBe('0')
    const same = await sign(proper)
    expect((await platform.call(users.get, { params: { id: person.user.id } }, { token: same })).code).toBe('0')
  })

  it.each(forged)('are refused with %s', async (_, make) => {
    const reply = await platform.call(users.get, { params: { id: person.user.id } }, { token: await make() })
    expect(reply).toMatchObject({ status: 401, code: '00100401', message: '登录已失效，请重新登录' })
  })
})
