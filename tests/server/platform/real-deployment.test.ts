import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { auth } from '#contract/auth.ts'
import { allEndpoints } from '#contract/index.ts'
import { platform } from '#contract/platform.ts'
import { setup as setupEndpoints } from '#contract/setup.ts'
import { paths } from '#src/paths.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { copyBuild } from '#tests/support/copied-build.ts'
import {
  createDeploymentCaller,
  putOnSale,
  type RealDeployment,
  reach,
  readSetup,
  rentFirstHour,
  signInAdministrators,
} from '#tests/support/first-paid-hour.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const dir = await mkdtemp(join(tmpdir(), 'zhisuan-real-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
/** Everything in its plain form, and the flags that must have no power. */
const env = {
  ...plainDeployment,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dir,
  DATABASE_URL: '',
  PUBLIC_ORIGIN: origin,
  SECRET_KEY: randomBytes(48).toString('base64'),
  TRUST_PROXY: 'none',
  SSH_PORT: '0',
  GATEWAY_PORT: '0',
  DEMO: '1',
  ALLOW_SANDBOX: '1',
}
const password = 'Kaishi#2026gpu'
const runSetup = async (...args: string[]): Promise<{ ended: [number | null, string]; printed: string }> => {
  const child = new ChildProgram(findServerProgram('setup'), args, { ...env, SETUP_PASSWORD: password })
  let printed = ''
  child.process.stdout?.on('data', (chunk) => {
    printed += String(chunk)
  })
  const errors = await child.ended
  return { ended: [child.process.exitCode, errors], printed }
}

const call = createDeploymentCaller({ origin, fetch })

describe('product §2 A real deployment in its plain forms', () => {
  it('prints a link for the first administrator while there is none, which the page and the API know', async () => {
    const server = new ChildProgram(findServerProgram(), [], env)
    let said = ''
    server.process.stdout?.on('data', (chunk) => {
      said += String(chunk)
    })
    await reach(async () => said.includes('/setup#'))
    const [, token = ''] = new RegExp(`^${origin}/setup#(\\S+)$`, 'm').exec(said) ?? []
    expect((await call(setupEndpoints.check, { body: { token } })).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended, 'in no line of the log').not.toContain(token)
  })

  it('is started on an empty folder from a copy of the build alone, plays nothing, tells nobody a code, and sells time on a machine', async () => {
    const first = await runSetup('--phone', '13900000001')
    expect(first.ended).toEqual([0, ''])
    const again = await runSetup('--phone', '13900000002')
    expect(again.ended).toEqual([1, expect.stringContaining('已有管理员')])
    const second = await runSetup('--phone', '13900000002', '--second')
    expect(second.ended).toEqual([0, ''])
    const deployment: RealDeployment = {
      origin,
      fetch,
      readSmsLog: () => readFile(join(dir, 'sms.log'), 'utf8'),
      administrators: [readSetup(first.printed), readSetup(second.printed)],
      password,
    }

    const build = copyBuild()
    onTestFinished(build.remove)
    const server = new ChildProgram([build.program], [], env, build.dir)
    let said = ''
    server.process.stdout?.on('data', (chunk) => {
      said += String(chunk)
    })
    await reach(() => fetch(`${origin}/healthz`).then(({ ok }) => ok))

    // Every sandbox call of the contract and every sandbox page of the site.
    const played = allEndpoints.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/api/v1/sandbox/'))
    expect(played.length).toBeGreaterThan(4)
    for (const { method, path } of played) {
      const url = `${origin}${path.replace(/:\w+/, 't1')}`
      const answer = await fetch(url, {
        method,
        ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
      })
      expect([path, answer.status]).toEqual([path, 404])
    }
    const pages = Object.values(paths).filter(
      (path): path is Extract<typeof path, string> => typeof path === 'string' && path.startsWith('/sandbox'),
    )
    expect(pages.length).toBe(3)
    for (const page of pages)
      expect((await fetch(`${origin}${page.replace(/:\w+/, 't1')}`, { headers: { accept: 'text/html' } })).status).toBe(404)
    expect((await call(platform.server_info)).data).toMatchObject({
      played: [],
      simulated: true,
      offers: { wechat: false, mail: false, invoicing: false },
    })
    expect((await call(auth.login, { body: { phone: '13800000003', password: 'Zhisuan-2026' } })).status).toBe(400)
    expect((await fetch(`${origin}/metrics`)).status).toBe(403)

    const administrators = await signInAdministrators(deployment)
    const stock = await putOnSale(deployment, administrators, { reference: 'zhisuan/pytorch:2.5', cpu: 16, memory: 62 })
    const { code } = await rentFirstHour(deployment, administrators, stock)
    expect((await stat(join(dir, 'sms.log'))).mode & 0o777).toBe(0o600)
    expect(said).not.toContain(code)
    expect(said).not.toContain('sandbox')
    expect(said, 'there are administrators').not.toContain('/setup#')
    expect(said).toContain('出租的机器是模拟的')
    server.process.kill('SIGTERM')
    expect(await server.ended).not.toContain(code)

    // Who has lost phone and recovery codes is helped at the machine, and nowhere else.
    const reset = await runSetup('--reset-factor', '13900000001')
    expect([reset.ended, reset.printed]).toEqual([[0, ''], expect.stringContaining('已关闭 13900000001 的两步验证')])
  })
})
