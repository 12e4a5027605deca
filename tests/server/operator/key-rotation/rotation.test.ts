import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { certification } from '#contract/certification.ts'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { orders } from '#contract/orders.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { users } from '#contract/users.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import type { Database } from '#server/db/database.ts'
import { ensureInstallationId } from '#server/db/installation.ts'
import { createEd25519Pair } from '#server/domains/accounts/keys/key-pair.service.ts'
import { unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { computeCouponCode } from '#server/domains/money/coupons/coupon-codes.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { countSealedValues, rotateKeys } from '#server/domains/operator/key-rotation/rotate.service.ts'
import { sealedColumns, sealedValuesRepo } from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import { unsealSshPassword } from '#server/domains/rentals/access/ssh-password.service.ts'
import { enginesRepo } from '#server/domains/rentals/engines/engines.repo.ts'
import { sealMachineCredentials } from '#server/domains/rentals/engines/machine.service.ts'
import { parseSecretRing } from '#server/keys.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { buildCreditCode } from '#tests/support/credit-codes.ts'
import { addDirectory } from '#tests/support/directories/directories.ts'
import { databaseEngines } from '#tests/support/engines.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { smallPng } from '#tests/support/payments.ts'
import { addPerson } from '#tests/support/people.ts'
import { createTestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'
import { addSecondFactor } from '#tests/support/second-factor.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

const secret = () => randomBytes(48).toString('base64')
const [first, second, stranger] = [secret(), secret(), secret()]
const bank = { payee_kind: 'bank', payee_account: '6222 0202 0000 1234 567', payee_bank: '工商银行' } as const

/** As the version before values named their keys sealed. */
function sealedBefore(text: string, purpose: string, owner: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(text, 'base64'), '', `zhisuan/${purpose}`, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(value), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** A platform with data of every sealed kind, and people in the middle of things. */
async function inhabit(database: Database, ring: string) {
  const rental = await createRentalPlatform({ database, keys: await loadInstallationKeys(database, parseSecretRing(ring)) })
  const { deps, clock } = rental
  await addSecondFactor(await rental.signUp(), clock)
  const enrolling = await stepUpByPassword(await rental.signUp())
  await enrolling.call(secondFactor.enrol)
  const verified = await rental.signUp({ balance: '500.00' })
  const idNumber = buildIdNumber('19900307', 77)
  const identity = { name: '欧阳娜娜', id_number: idNumber, consent: true } as const
  await verified.call(users.verify_real_name, { body: identity })
  const company = {
    organisation: '北京深鹿科技有限公司',
    number: buildCreditCode(778),
    person: '司马光',
    consent: 'true',
  } as const
  const file = { bytes: smallPng, name: 'a.png' }
  const paper = (await verified.call(certification.submit_company, { body: company }, { file })).data.id
  await deps.database.transaction((trx) =>
    recordPosting(trx, {
      idem: newId('income'),
      kind: 'refund',
      title: '收益',
      at: clock.now(),
      movements: [{ from: 'revenue', to: { user: verified.user.id, wallet: 'income' }, amount_fen: 5000n }],
    }),
  )
  await stepUpByPassword(verified)
  const payout = (await verified.call(withdrawals.create, { body: { type: 2, amount: '20.00', ...bank } })).data.id
  const hook = (await verified.call(notificationPreferences.set_webhook, { body: { url: 'https://example.cn/hook' } })).data
  await addDirectory(deps, verified.user.id, { secret: 'of the client' })
  await enginesRepo(deps.database.kysely).insert({
    ...{ id: 'engine-1', kind: 'docker', name: 'lab-1', origin: 'operator', settings: '{}', created_at: clock.now() },
    credentials_sealed: sealMachineCredentials(deps, 'engine-1', { private_key: 'of the machine' }),
  })
  const scholar = await rental.signUp({ real_name: true })
  const school = {
    organisation: '清河大学',
    standing: 'staff',
    number: 'CARD20260117',
    email: 'bird@qinghe.edu.cn',
    consent: 'true',
  } as const
  await scholar.call(certification.submit_university, { body: school }, { file })
  deps.identity = undefined
  const waiting = await rental.signUp()
  await waiting.call(users.verify_real_name, { body: { ...identity, id_number: buildIdNumber('19900307', 78) } })
  const campaign = await openCampaign(rental, { how: 'code' })
  const officer = await rental.addPerson({ role: 'operator_finance' })
  await officer.call(operatorCoupons.make_codes, { params: { id: campaign }, body: { count: 2, reason: '开学季' } })
  const quote = (await verified.call(orders.quote, { body: rental.formOf() })).data.token
  await clock.advance(60_000)
  const captcha = await rental.askCode(verified.user.phone, 'login')
  const tenant = await rental.addPerson()
  const instanceId = await rental.rent(tenant)
  const { password } = (await tenant.call(instanceAccess.reveal_password, { params: { id: instanceId } })).data
  return { rental, instance_id: instanceId, password, verified, identity, paper, payout, hook, company, campaign, quote, captcha }
}
type World = Awaited<ReturnType<typeof inhabit>>

/** What anybody would notice of a secret that changed. */
async function expectAllOf(world: World, database: Database, ring: string, nth: number) {
  const { rental, verified, identity } = world
  const keys = await loadInstallationKeys(database, parseSecretRing(ring))
  const { clock, deps } = rental
  const node = await createTestPlatform({ database, keys, clock, compute: deps.compute })
  const as = (token: string) => ({ token, ip: verified.user.ip })
  const [reviewer, finance] = [
    await addPerson(node, { role: 'operator_admin' }),
    await addPerson(node, { role: 'operator_finance' }),
  ]

  expect(
    (
      await node.call(
        operatorRealNames.reveal,
        { params: { id: world.paper }, body: { reason: '核对证件' } },
        as(await reviewer.token()),
      )
    ).data,
  ).toMatchObject({
    number: world.company.number,
  })
  const picture = await node.fetchFile(operatorRealNames.picture, { params: { id: world.paper } }, await reviewer.token())
  expect(picture.status).toBe(200)
  expect(
    (await node.call(operatorWithdrawals.reveal, { params: { id: world.payout } }, as(await finance.token()))).data,
  ).toMatchObject({
    account: bank.payee_account.replaceAll(' ', ''),
  })
  const hook = await database.kysely.selectFrom('notice_webhooks').selectAll().executeTakeFirstOrThrow()
  expect(hook.user_id).toBe(verified.user.id)
  const row = await database.kysely
    .selectFrom('real_names')
    .selectAll()
    .where('user_id', '=', verified.user.id)
    .executeTakeFirstOrThrow()
  expect(unsealIdentity(keys, verified.user.id, row.id_number_cipher)).toBe(identity.id_number)

  const { password_cipher: passwordCipher } = await database.kysely
    .selectFrom('instance_passwords')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(unsealSshPassword({ keys }, world.instance_id, passwordCipher!)).toBe(world.password)

  // One person, one account, and codes that were handed out.
  const twin = await node.signUp({ phone: `1370000000${nth}` })
  expect((await twin.call(users.verify_real_name, { body: identity })).code).toBe(resultCodes.real_name_mismatch.code)
  const code = computeCouponCode(keys.coupon_codes, world.campaign, nth)
  expect((await verified.call(coupons.redeem, { body: { code } })).status).toBe(200)
  expect(createEd25519Pair(keys.ssh_host).fingerprint).toBe(createEd25519Pair(rental.deps.keys.ssh_host).fingerprint)
  return node
}

const everyKind = async (database: Database) => {
  const repo = sealedValuesRepo(database.kysely)
  for (const of of sealedColumns) expect([of.title, (await repo.some(of, 1)).length]).toEqual([of.title, 1])
}

/** A database that dies at the nth value that is resealed. */
function dyingAt(database: Database, nth: number): Database {
  let updates = 0
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && JSON.stringify(node).includes('"update ') && ++updates === nth) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...database, kysely }
}

describe.each(databaseEngines.filter(({ name }) => name !== 'PGlite on disk'))(
  'F17 A secret that changes, on $name',
  ({ available, open }) => {
    let kept: Database
    /** Closed by nobody but the end. */
    let database: Database
    beforeAll(async () => {
      if (!available) return
      kept = await open()
      database = { ...kept, close: async () => {} }
    }, 60_000)
    afterAll(() => kept?.close())

    it.runIf(available)(
      'opens everything, keeps everybody and loses no code, through a rotation that was killed half-way',
      async () => {
        // An installation of the version before: its values do not name their key.
        await ensureInstallationId(database)
        await database.kysely.updateTable('installation').set({ unnamed_key: '' }).execute()
        const world = await inhabit(database, first)
        const { verified, rental } = world
        await everyKind(database)
        expect((await countSealedValues(database, rental.deps.keys)).filter(({ older }) => older > 0)).toEqual([])

        // Both: what was given out counts, what is new is by the new key.
        const both = `${second},${first}`
        const node = await expectAllOf(world, database, both, 1)
        expect((await node.call(users.get_real_name, {}, { token: verified.token })).data.passed).toBe('T')
        const login = { body: { phone: verified.user.phone, captcha: world.captcha } }
        expect((await node.call(auth.login, login, { ip: verified.user.ip })).status).toBe(200)
        const order = await node.call(orders.create, { body: { quote: world.quote } }, { token: verified.token })
        expect(order.status).toBe(200)
        const refreshed = await node.call(auth.refresh, { body: { refresh: verified.refresh } })
        expect(refreshed.status).toBe(200)
        const again = await rental.call(auth.refresh, { body: { refresh: verified.refresh } })
        expect(again.code, 'a node without the new key does not know the successor').toBe(resultCodes.signed_out.code)

        const keys = await loadInstallationKeys(database, parseSecretRing(both))
        const before = await countSealedValues(database, keys)
        const olderThan = (uses: typeof before) => uses.reduce((sum, { older }) => sum + older, 0)
        const total = olderThan(before)
        expect(total).toBeGreaterThan(sealedColumns.length)
        await expect(rotateKeys({ database: dyingAt(database, 5), clock: rental.clock }, keys)).rejects.toThrow('killed')
        expect(olderThan(await countSealedValues(database, keys))).toBe(total - 4)
        await expect(loadInstallationKeys(database, parseSecretRing(second)), 'the old key may not go yet').rejects.toThrow(
          'npm run keys:rotate',
        )

        const { resealed, damaged, left } = await rotateKeys({ database, clock: rental.clock }, keys)
        expect({ resealed, damaged, older: olderThan(left) }).toEqual({ resealed: total - 4, damaged: [], older: 0 })
        expect(await rotateKeys({ database, clock: rental.clock }, keys)).toMatchObject({ resealed: 0 })
        const audited = await database.kysely.selectFrom('audit_log').selectAll().where('endpoint', '=', 'keys_rotate').execute()
        expect(audited.map(({ after }) => after)).toEqual([{ resealed: String(total - 4), older: '0' }])

        // The new one alone.
        const alone = await expectAllOf(world, database, second, 2)
        const later = await alone.call(auth.refresh, { body: { refresh: refreshed.data.refresh } })
        expect(later.status, 'sessions go on').toBe(200)
        expect((await alone.call(users.get_real_name, {}, { token: later.data.access })).data.passed).toBe('T')
        await expect(loadInstallationKeys(database, parseSecretRing(first))).rejects.toThrow(/打不开的内容：.*数据密钥 4 项/)
        await Promise.all([node.close(), alone.close(), rental.close()])
      },
    )
  },
)

describe('F17 A value that is resealed', () => {
  it('is of any column that holds what is sealed', async () => {
    const database = await databaseEngines[0]!.open()
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(_cipher|sealed)$' and data_type = 'text'`.execute(database.kysely)
    const listed = sealedColumns.filter(({ bytes }) => !bytes).map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort())
    await database.close()
  })

  it('is left to who wrote it meanwhile', async () => {
    const platform = await createTestPlatform()
    const { database } = platform.deps
    const { user, call } = await platform.signUp()
    await call(notificationPreferences.set_webhook, { body: { url: 'https://example.cn/hook' } })
    const repo = sealedValuesRepo(database.kysely)
    const of = sealedColumns.find(({ table }) => table === 'notice_webhooks')!
    const [seen] = await repo.some(of, 1)
    await call(notificationPreferences.set_webhook, { body: { url: 'https://example.cn/hook' } })
    const [written] = await repo.some(of, 1)
    expect(written!.value).not.toBe(seen!.value)
    expect(await repo.replace(of, seen!, 'resealed from what was')).toBe(false)
    expect(await repo.some(of, 1)).toEqual([{ ...written, id: user.id }])
    await platform.close()
  })
})

describe('F17 The secret of an installation', () => {
  it('is refused at start when it is not the one that sealed what is there', async () => {
    const database = await databaseEngines[0]!.open()
    await loadInstallationKeys(database, parseSecretRing(first))
    await expect(loadInstallationKeys(database, parseSecretRing(stranger))).rejects.toThrow('打不开')
    await loadInstallationKeys(database, parseSecretRing(`${stranger},${first}`))
    await loadInstallationKeys(database, parseSecretRing(`${first},${stranger}`))
    await database.close()
  })

  it('of the version before is found among several by what it sealed, and refused when it is none of them', async () => {
    const platform = await createTestPlatform()
    const { database } = platform.deps
    const { user } = await platform.signUp()
    await ensureInstallationId(database)
    await database.kysely.updateTable('installation').set({ unnamed_key: '' }).execute()
    await database.kysely.deleteFrom('data_keys').execute()
    const nameCipher = `v1:${sealedBefore(first, 'identity', user.id, '张三')}`
    const idNumberCipher = `v1:${sealedBefore(first, 'identity', user.id, '11010519491231002X')}`
    const shown = { name_masked: '张*', id_number_masked: '1***X', kind: 'personal', verified_at: platform.clock.now() }
    const row = { user_id: user.id, name_cipher: nameCipher, id_number_cipher: idNumberCipher, id_number_index: 'i', ...shown }
    await database.kysely.insertInto('real_names').values(row).execute()
    await expect(loadInstallationKeys(database, parseSecretRing(stranger))).rejects.toThrow('打不开这个数据库里已封存的内容')
    const keys = await loadInstallationKeys(database, parseSecretRing(`${first},${second}`))
    expect(unsealIdentity(keys, user.id, idNumberCipher)).toBe('11010519491231002X')
    const before = hkdfSync('sha256', Buffer.from(first, 'base64'), '', 'zhisuan/identity-index', 32)
    expect(keys.identity_index).toEqual(Buffer.from(before))
    await platform.close()
  })

  it.each([
    ['too short', 'c2hvcnQ=', '第 1 项不足 32 字节'],
    ['too short, after a right one', `${first},c2hvcnQ=`, '第 2 项不足 32 字节'],
    ['nothing', `${first},,${second}`, '第 2 项不足 32 字节'],
    ['said twice', `${first},${second},${first}`, '第 3 项与第 1 项相同'],
  ])('is refused when it is %s', (_, text, why) => {
    expect(() => parseSecretRing(text)).toThrow(why)
    expect(() => parseSecretRing(text)).not.toThrow(first.slice(0, 12))
  })

  it('is refused when it is no proper base64, unless the installation has always had it', async () => {
    const sloppy = `${first.slice(0, 20)} ${first.slice(20)}!`
    const database = await databaseEngines[0]!.open()
    for (const text of [sloppy, `${second},${sloppy}`])
      await expect(loadInstallationKeys(database, parseSecretRing(text))).rejects.toThrow('不是规范的 base64')
    await ensureInstallationId(database)
    await database.kysely.updateTable('installation').set({ unnamed_key: '' }).execute()
    await loadInstallationKeys(database, parseSecretRing(sloppy))
    await loadInstallationKeys(database, parseSecretRing(`${second},${sloppy}`))
    await database.close()
  })

  it('may be base64url, without padding, and one on each line', () => {
    const bytes = [Buffer.alloc(32, 0xfb), Buffer.alloc(40, 0xfe)]
    const ring = parseSecretRing(`${bytes[0]!.toString('base64url')}\n  ${bytes[1]!.toString('base64').replaceAll('=', '')}\n`)
    expect(ring.map((entry) => [entry.bytes, entry.canonical])).toEqual(bytes.map((entry) => [entry, true]))
  })
})
