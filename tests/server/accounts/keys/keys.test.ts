import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { createEd25519Pair, parseSshPublicKey } from '#server/domains/accounts/keys/key-pair.service.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJfkVUjAMC3wHhYqFJMXDg5wYwK8rNhbQVnkRgWHQmYc'
const generate = (person: Person, algorithm: 'ed25519' | 'rsa' = 'ed25519') =>
  person.call(secretKeys.create, { body: { mode: 'generate', name: '钥匙', algorithm } })
const bring = (person: Person, publicKey: string) =>
  person.call(secretKeys.create, { body: { mode: 'import', name: '导入', public_key: publicKey } })

/** An RSA public key as OpenSSH writes it. */
function openSshRsa(bits: number): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes])
  const number = (text: string) => field(Buffer.concat([Buffer.from([0]), Buffer.from(text, 'base64url')]))
  const blob = Buffer.concat([field(Buffer.from('ssh-rsa')), field(Buffer.from(e, 'base64url')), number(n)])
  return `ssh-rsa ${blob.toString('base64')} me@laptop`
}

/** An ECDSA public key as OpenSSH writes it, with a point of the curve unless another is given. */
function openSshEcdsa(bits: 256 | 384 | 521, given?: Buffer): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: `P-${bits}` })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const point = given ?? Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const blob = Buffer.concat([field(Buffer.from(`ecdsa-sha2-nistp${bits}`)), field(Buffer.from(`nistp${bits}`)), field(point)])
  return `ecdsa-sha2-nistp${bits} ${blob.toString('base64')}`
}

/** A public key of its own each time. */
const newPublicKey = () => createEd25519Pair(randomBytes(32)).public_key

/** The seed inside an OpenSSH ed25519 private key file. */
function seedOf(file: string): Buffer {
  const body = Buffer.from(file.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const at = body.lastIndexOf(Buffer.from([0, 0, 0, 64]))
  return body.subarray(at + 4, at + 36)
}

describe('requirements §2 SSH keys', () => {
  it('are made as a pair that belongs together; the private part is told once and kept nowhere', async () => {
    const person = await rental.addPerson()
    const { data } = await generate(person)
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seedOf(data.private_key!)])
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    const point = Buffer.from(data.public_key.split(' ')[1]!, 'base64').subarray(-32)
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }, format: 'jwk' })
    expect(verify(null, Buffer.from('x'), publicKey, sign(null, Buffer.from('x'), privateKey))).toBe(true)
    expect(await person.call(secretKeys.get, { params: { id: data.id } })).toMatchObject({
      data: { fingerprint: data.fingerprint },
    })
    expect((await person.call(secretKeys.get, { params: { id: data.id } })).raw).not.toContain('private')
    expect(await dumpDatabase(rental.deps.database)).not.toContain(data.private_key!.split('\n')[1])
  })

  it('of RSA have 3072 bits', async () => {
    const { data } = await generate(await rental.addPerson(), 'rsa')
    expect(data).toMatchObject({ algorithm: 'rsa', bits: 3072 })
    expect(parseSshPublicKey(data.public_key).fingerprint).toBe(data.fingerprint)
    expect(createPrivateKey(data.private_key!).asymmetricKeyDetails?.modulusLength).toBe(3072)
  })

  it('are brought along without options and comment', async () => {
    const person = await rental.addPerson()
    const { data } = await bring(person, `  no-pty,command="ls" ${ed25519} me@laptop \n`)
    expect(data).toMatchObject({ algorithm: 'ed25519', bits: 256, public_key: ed25519, private_key: null })
    expect(data.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect((await bring(person, openSshRsa(3072))).data).toMatchObject({ algorithm: 'rsa', bits: 3072 })
  })

  it.each([256, 384, 521] as const)('of ECDSA with %i bits are brought along, shown and found as what they are', async (bits) => {
    const person = await rental.addPerson()
    const line = openSshEcdsa(bits)
    const { data } = await bring(person, `${line} me@laptop`)
    expect(data).toMatchObject({ algorithm: 'ecdsa', bits, public_key: line })
    await bring(person, openSshRsa(3072))
    const found = async (algorithm: 'ecdsa' | 'rsa') => (await person.call(secretKeys.list, { query: { algorithm } })).data
    expect(await found('ecdsa')).toMatchObject([{ id: data.id, algorithm: 'ecdsa', bits }])
    expect(await found('rsa')).toMatchObject([{ algorithm: 'rsa', bits: 3072 }])
  })

  it('of ECDSA are not made here', async () => {
    const body = { mode: 'generate' as const, name: '钥匙', algorithm: 'ecdsa' as 'rsa' }
    expect((await (await rental.addPerson()).call(secretKeys.create, { body })).status).toBe(400)
  })

  it.each([
    ['nonsense', '公钥格式有误'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', '这是私钥'],
    ['ssh-ed25519 AAAA', '公钥内容不完整'],
    [`${ed25519}AAAA`, '公钥内容不完整'],
    [`${ed25519}\n${ed25519}`, '公钥格式有误'],
    ['ssh-dss AAAAB3NzaC1kc3M=', '公钥格式有误'],
    [ed25519.replace('ssh-ed25519', 'ssh-rsa'), '公钥内容不完整'],
    [openSshRsa(2048), 'RSA 密钥至少 3072 位'],
    [openSshEcdsa(256).replace('nistp256', 'nistp384'), '公钥内容不完整'],
    [openSshEcdsa(256, Buffer.alloc(65, 4)), '公钥内容不完整'],
    [openSshEcdsa(256, Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 1)])), '公钥内容不完整'],
    ['sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t me@laptop', '暂不支持硬件安全密钥'],
    ['sk-ecdsa-sha2-nistp256@openssh.com AAAA', '暂不支持硬件安全密钥'],
  ])('are refused at the field when they are %s', async (text, message) => {
    const reply = await bring(await rental.addPerson(), text)
    expect([reply.status, reply.code]).toEqual([400, resultCodes.invalid.code])
    expect(reply.errors!.public_key![0]).toContain(message)
  })

  it('are added once', async () => {
    const [person, other] = await rental.addPeople(2)
    expect((await bring(person!, ed25519)).status).toBe(200)
    expect((await bring(person!, `${ed25519} again`)).code).toBe(resultCodes.secret_key_taken.code)
    expect((await bring(other!, ed25519)).status).toBe(200)
  })

  it('are twenty at most, however many are made at once', async () => {
    const person = await rental.addPerson()
    const replies = await Promise.all(Array.from({ length: 25 }, () => bring(person, newPublicKey())))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set([resultCodes.secret_key_limit.code]),
    )
    expect((await person.call(secretKeys.list)).total).toBe(20)
  })

  it('are counted before one is made, and made ten times an hour, also when they are removed in between', async () => {
    const person = await rental.addPerson()
    for (let i = 0; i < limits.secretKeysMadePerHour; i++) {
      const { data } = await generate(person)
      await person.call(secretKeys.remove, { params: { id: data.id } })
    }
    const refused = await generate(person)
    expect([refused.status, refused.code, refused.retry_after]).toEqual([429, resultCodes.too_many_requests.code, 3600])
    expect(refused.message).toContain('每小时最多生成 10 把密钥')
    expect((await bring(person, newPublicKey())).status).toBe(200)
    expect((await generate(await rental.addPerson())).status).toBe(200)

    const full = await rental.addPerson()
    for (let i = 0; i < limits.secretKeysMax; i++) await bring(full, newPublicKey())
    for (let i = 0; i < limits.secretKeysMadePerHour + 1; i++)
      expect((await generate(full, 'rsa')).code).toBe(resultCodes.secret_key_limit.code)
    await rental.clock.advance(3_600_000)
    expect((await generate(person)).status).toBe(200)
  })

  it('are made for one at a time, so that many at once do not keep others from signing in', async () => {
    let nobody = 13_900_000_000
    const compare = async () => {
      const from = performance.now()
      const body = { phone: String(nobody++), password: 'Gpu#2026rent' }
      expect((await rental.call(auth.login, { body })).status).toBe(400)
      return performance.now() - from
    }
    const idle = Math.max(...[await compare(), await compare(), await compare()])
    let done = false
    const people = await rental.addPeople(3)
    const made = Promise.all(Array.from({ length: 12 }, (_, i) => generate(people[i % 3]!, 'rsa'))).finally(() => {
      done = true
    })
    const busy: number[] = []
    while (!done && busy.length < 3) busy.push(await compare())
    // One thread of several works for the keys: this waits for one of them at most, and never for all.
    expect(Math.max(...busy) / idle).toBeLessThan(10)
    for (const { status } of await made) expect(status).toBe(200)
  })

  it('are renamed, found and removed', async () => {
    const person = await rental.addPerson()
    const { data } = await generate(person)
    await person.call(secretKeys.update, { params: { id: data.id }, body: { name: '实验室 100%' } })
    expect((await person.call(secretKeys.list, { query: { keyword: '100%' } })).total).toBe(1)
    expect((await person.call(secretKeys.list, { query: { keyword: '1%0' } })).total).toBe(0)
    expect((await person.call(secretKeys.list, { query: { algorithm: 'rsa' } })).total).toBe(0)
    expect((await person.call(secretKeys.remove, { params: { id: data.id } })).status).toBe(200)
    expect((await person.call(secretKeys.remove, { params: { id: data.id } })).code).toBe(resultCodes.not_found.code)
  })

  it('go into the instance they were chosen for', async () => {
    const person = await rental.addPerson()
    const { data } = await bring(person, ed25519)
    const id = await rental.rent(person, { secret_key_id: data.id })
    expect((await rental.show(person, id)).secret_key_name).toBe('导入')
    const row = await rental.deps.database.kysely
      .selectFrom('instances')
      .select('authorized_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.authorized_key).toBe(ed25519)
    await rental.releaseAll(person)
  })
})
