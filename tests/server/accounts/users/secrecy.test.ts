import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { certification } from '#contract/certification.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { buildCreditCode } from '#tests/support/credit-codes.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const canary = '11010519491231002X'
const name = '诸葛金丝雀'

/** A person who does everything that carries a secret, in success and in failure; answers the secrets. */
async function liveThrough() {
  const person = await platform.signUp()
  const { user, call } = person
  const secrets = [platform.smsCode(user.phone), user.password, person.token, person.refresh]
  const body = { name, id_number: canary, consent: true } as const
  platform.deps.identity = { sandbox: true, check: () => Promise.reject(new Error(`${name} ${canary}`)) }
  const replies: { raw: string }[] = [await call(users.verify_real_name, { body })]
  platform.deps.identity = { sandbox: true, check: async () => 'match' }
  replies.push(await call(users.verify_real_name, { body }, { headers: { 'idempotency-key': 'canary' } }))
  const other = await platform.signUp()
  replies.push(await other.call(users.verify_real_name, { body }))
  replies.push(await call(users.get_real_name), await call(users.get, { params: { id: user.id } }))
  const next = await call(auth.refresh, { body: { refresh: person.refresh } })
  secrets.push(next.data.refresh, next.data.access)
  await call(auth.check_phone, { params: { phone: user.phone } })
  await call(auth.login, { body: { phone: user.phone, password: 'wrong#2026' } })
  await call(auth.send_captcha, { body: { phone: user.phone, captcha_type: 'login' } })
  return { phone: user.phone, secrets, bodies: replies.map(({ raw }) => raw).join('\n') }
}

describe('S40, S46 Secrets', () => {
  it('are in no table, no log line and no answer', async () => {
    const { phone, secrets, bodies } = await liveThrough()
    const [dump, logs] = [await dumpDatabase(platform.deps.database), platform.logs.join('\n')]
    expect(dump).toContain('real_names {')
    for (const secret of [canary, canary.toLowerCase(), name, ...secrets]) {
      expect(dump).not.toContain(secret)
      expect(logs).not.toContain(secret)
    }
    for (const hidden of [canary, name, phone]) expect(bodies).not.toContain(hidden)
    expect(logs).not.toContain(phone)
  })
})

/** Papers that are refused, shown to a reviewer, passed and exported; answers what is secret in them and every answer but the two that open them. */
async function bePapered() {
  const person = await platform.signUp({ real_name: true })
  const reviewer = await stepUpByPassword(await platform.signUp({ role: 'operator_admin' }))
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = { bytes, name: `${canary}.png` }
  const [number, legal, card, email] = [buildCreditCode(777), '司马丝雀', 'CANARY20260117', 'canary.bird@qinghe.edu.cn']
  const company = { organisation: '北京深鹿科技有限公司', number, person: legal, consent: 'true' } as const
  const school = { organisation: '清河大学', standing: 'staff', number: card, email, consent: 'true' } as const
  const raws: string[] = []
  const keep = ({ raw }: { raw: string }) => raws.push(raw)
  keep(await person.call(certification.submit_company, { body: { ...company, number: `${number.slice(0, -1)}!` } }, { file }))
  const first = await person.call(certification.submit_company, { body: company }, { file, headers: { 'idempotency-key': 'k' } })
  keep(first)
  keep(await person.call(certification.submit_company, { body: company }, { file }))
  const params = { id: first.data.id }
  const opened = await reviewer.call(operatorRealNames.reveal, { params, body: { reason: '核对证件' } })
  expect(opened.data.number).toBe(number)
  expect((await platform.fetchFile(operatorRealNames.picture, { params }, reviewer.token)).status).toBe(200)
  keep(await reviewer.call(operatorRealNames.refuse, { params, body: { reason: '照片不清楚' } }))
  await platform.clock.advance(1000)
  const second = await person.call(certification.submit_university, { body: school }, { file })
  keep(second)
  const pending = await dumpDatabase(platform.deps.database)
  keep(await reviewer.call(operatorRealNames.pass, { params: { id: second.data.id } }))
  keep(await person.call(stepUp.prove, { body: { password: person.user.password } }))
  const own = (await person.call(users.reveal_real_name)).data
  const data = await platform.fetchFile(accountSecurity.export_data, {}, person.token)
  raws.push(data.bytes.toString())
  for (const endpoint of [certification.get, users.get_real_name, notifications.list]) keep(await person.call(endpoint))
  for (const endpoint of [operatorUsers.list, operatorRealNames.list, operatorAudit.list, notifications.list])
    keep(await reviewer.call(endpoint))
  keep(await reviewer.call(operatorUsers.get, { params: { id: person.user.id } }))
  const sealed = await platform.deps.database.kysely.selectFrom('pictures').select('id').execute()
  expect(sealed, 'decided: no picture is left').toEqual([])
  return { secrets: [number, legal, card, email, own.id_number, canary], raws: raws.join('\n'), pending }
}

describe('S40, S41 Papers of a company or university', () => {
  it('are in no table, log line, notice, audit row, list or export, while they wait and afterwards', async () => {
    const { secrets, raws, pending } = await bePapered()
    const [dump, logs] = [await dumpDatabase(platform.deps.database), platform.logs.join('\n')]
    expect(pending).toContain('certifications {')
    expect(pending).toContain('"sealed": true')
    for (const secret of secrets) {
      expect(raws).not.toContain(secret)
      expect(pending).not.toContain(secret)
      expect(dump).not.toContain(secret)
      expect(logs).not.toContain(secret)
    }
  })
})
