import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readServerConfig } from '#server/config/config.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'

describe('A value of the configuration', () => {
  it.each([
    ['PUBLIC_ORIGIN', 'gpu.example.cn:443'],
    ['PUBLIC_ORIGIN', 'ftp://gpu.example.cn'],
    ['PUBLIC_ORIGIN', 'https://gpu.example.cn/console'],
    ['WEB_ORIGINS', '*'],
    ['WEB_ORIGINS', 'https://*.example.cn'],
    ['WEB_ORIGINS', 'https://gpu.example.cn,www.example.cn'],
    ['WEB_ORIGINS', 'https://gpu.example.cn/home'],
    ['WEB_ORIGINS', 'null'],
    ['PROMETHEUS_URL', 'prometheus:9090'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['ALIPAY_GATEWAY', 'openapi.alipay.com:443'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:two'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:0'],
    ['DOCKER_VIRTUAL_GPUS', ':2'],
    ['HOST_CHECK', 'off'],
    ['DATA_DISKS_DIR', 'disks'],
    ['DOCKER_DISK_QUOTA', 'yes'],
    ['EGRESS_ALLOW', 'proxy.example.cn:3128'],
    ['EGRESS_ALLOW', '10.0.0.0/33'],
    ['EGRESS_ALLOW', '10.0.0.1:0'],
    ['EGRESS_ALLOW', '10.0.0.1:80:90'],
    ['PULL_PATIENCE_MINUTES', '0'],
    ['PULL_PATIENCE_MINUTES', '2.5'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['S3_BUCKET', 'files'],
    ['TRUST_PROXY', 'none,10.0.0.1'],
    ['SMS_DAILY_BUDGET', '0'],
    ['SMS_DAILY_BUDGET', '五千'],
    ['CHALLENGE_FREE_SENDS', '-1'],
  ])('that would silently do something else is refused by name: %s=%s', (name, value) => {
    expect(() => readServerConfig({ [name]: value })).toThrow(`配置 ${name}`)
  })

  it('is taken as people write it', () => {
    expect(readServerConfig({ EGRESS_ALLOW: '10.0.3.7:3128, 10.8.0.0/16,[fd00::1]:443' }).docker.egress_allow).toEqual([
      { net: '10.0.3.7', port: 3128 },
      { net: '10.8.0.0/16' },
      { net: 'fd00::1', port: 443 },
    ])
    const {
      docker,
      trust_proxy: trustProxy,
      public_origin: publicOrigin,
    } = readServerConfig({
      PUBLIC_ORIGIN: 'https://gpu.example.cn/',
      DOCKER_VIRTUAL_GPUS: 'RTX 4090:2, A100',
      TRUST_PROXY: 'loopback, 10.0.0.1,172.16.0.0/12, fd00::/8',
    })
    expect(docker.virtual_gpus).toEqual([
      { model: 'RTX 4090', count: 2 },
      { model: 'A100', count: 1 },
    ])
    expect(trustProxy).toEqual(['loopback', '10.0.0.1', '172.16.0.0/12', 'fd00::/8'])
    expect(publicOrigin).toBe('https://gpu.example.cn')
  })

  it.each([
    [{}, { public_origin: undefined, web_origins: [], site_origin: undefined }],
    [{ PUBLIC_ORIGIN: 'https://gpu.example.cn' }, { web_origins: [], site_origin: 'https://gpu.example.cn' }],
    [
      { PUBLIC_ORIGIN: 'https://api.example.cn', WEB_ORIGINS: 'https://gpu.example.cn/, https://www.example.cn' },
      {
        public_origin: 'https://api.example.cn',
        web_origins: ['https://gpu.example.cn', 'https://www.example.cn'],
        site_origin: 'https://gpu.example.cn',
      },
    ],
  ])('leads people to the first page of WEB_ORIGINS, else to PUBLIC_ORIGIN: %j', (env, addresses) => {
    expect(readServerConfig(env)).toMatchObject(addresses)
  })
})

describe('decision 095 The role of a process', () => {
  const database = { DATABASE_URL: 'postgres://localhost/zhisuan' }
  const engine = { COMPUTE: 'docker' }

  it.each([
    [{}, [true, true, false, true]],
    [{ ROLE: 'api' }, [true, false, false, true]],
    [{ ROLE: 'api', GATEWAYS: 'apart', ...database }, [true, false, false, false]],
    [{ ROLE: 'worker', GATEWAYS: 'apart', ...database }, [false, true, false, false]],
    [{ ROLE: 'gateway', ...database, ...engine }, [false, false, true, true]],
  ])('says what it serves: %j', (env, [servesApi, runsJobs, servesDataOnly, opensGateways]) => {
    expect(readServerConfig(env).role).toEqual({
      name: expect.any(String),
      serves_api: servesApi,
      runs_jobs: runsJobs,
      serves_data_only: servesDataOnly,
      opens_gateways: opensGateways,
    })
  })

  it.each([
    [{ ROLE: 'gateway', ...engine }, 'ROLE=gateway 需要 DATABASE_URL'],
    [{ ROLE: 'gateway', ...database }, 'ROLE=gateway 需要 COMPUTE=docker'],
    [{ ROLE: 'gateway', GATEWAYS: 'apart', ...database, ...engine }, 'GATEWAYS=apart 与 ROLE=gateway 矛盾'],
    [{ GATEWAYS: 'apart' }, 'GATEWAYS=apart 需要 DATABASE_URL'],
    [{ ROLE: 'gateways' }, '配置 ROLE'],
    [{ GATEWAYS: 'there' }, '配置 GATEWAYS'],
  ])('is refused by name where nobody could be served: %j', (env, fault) => {
    expect(() => readServerConfig(env)).toThrow(fault)
  })
})

describe('DOCKER_REGISTRY_AUTH', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'zhisuan-auths-'))
  })
  afterEach(() => rm(dir, { recursive: true }))
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  async function read(content: unknown, mode = 0o600) {
    const path = join(dir, 'auths.json')
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    await chmod(path, mode)
    return readServerConfig({ DOCKER_REGISTRY_AUTH: path }).docker.registry_auths
  }

  it('is a file as docker login writes it, by the host of each registry', async () => {
    const auths = await read({
      auths: {
        'https://index.docker.io/v1/': { auth: base64('hub:p:w') },
        'Registry.example.cn:5000': { username: 'own', password: '密码' },
        'ghcr.io': { identitytoken: 'token' },
      },
    })
    expect([...auths!]).toEqual([
      ['docker.io', { username: 'hub', password: 'p:w', serveraddress: 'https://index.docker.io/v1/' }],
      ['registry.example.cn:5000', { username: 'own', password: '密码', serveraddress: 'Registry.example.cn:5000' }],
      ['ghcr.io', { identitytoken: 'token', serveraddress: 'ghcr.io' }],
    ])
  })

  const secret = base64('own:s3cret')
  it.each([
    ['that is no JSON', '{', 0o600, '须为 {"auths"'],
    ['without auths', {}, 0o600, '须为 {"auths"'],
    ['whose passwords are kept elsewhere', { auths: { 'r.cn': {} }, credsStore: 'desktop' }, 0o600, '不支持 credsStore'],
    ['with a word more', { auths: { 'r.cn': { auth: secret, email: 'a@b.cn' } } }, 0o600, '须为 {"auths"'],
    ['that names no host', { auths: { 'r.cn/team': { auth: secret } } }, 0o600, '主机名'],
    ['with one host twice', { auths: { 'r.cn': { auth: secret }, 'https://r.cn/v2/': { auth: secret } } }, 0o600, '写了两次'],
    ['without a password', { auths: { 'r.cn': { auth: base64('own') } } }, 0o600, '「用户名:密码」'],
    ['that others may read', { auths: { 'r.cn': { auth: secret } } }, 0o640, 'chmod 600'],
  ])('refuses a file %s, without a word of what is in it', async (_, content, mode, why) => {
    const refusal = await read(content, mode).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refusal).toMatch(/^配置 DOCKER_REGISTRY_AUTH 有误：/)
    expect(refusal).toContain(why)
    expect(refusal).not.toMatch(/s3cret|b3du/)
  })

  it('refuses a file that is not there', () => {
    expect(() => readServerConfig({ DOCKER_REGISTRY_AUTH: join(dir, 'nothing') })).toThrow('文件不存在或无法读取')
    expect(() => readServerConfig({ DOCKER_REGISTRY_AUTH: 'auths.json' })).toThrow('须为绝对路径')
  })
})

const real = { NODE_ENV: 'production' }
/** Everything in its plain form. */
const pilot = {
  ...plainDeployment,
  PUBLIC_ORIGIN: 'https://gpu.example.cn',
  SECRET_KEY: Buffer.alloc(48, 'k').toString('base64'),
  TRUST_PROXY: '127.0.0.1',
}
const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readServerConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('product §2 A real deployment', () => {
  it('refuses to start by naming at once everything that is missing, each with a lawful plain form', () => {
    const faults = faultsOf(real)
    for (const name of ['PUBLIC_ORIGIN', 'SECRET_KEY', 'TRUST_PROXY', 'SMS', 'MAIL', 'WECHAT', 'LLM', 'COMPUTE', 'BANK_NAME'])
      expect(faults.filter((line) => line.includes(name))).not.toEqual([])
    for (const plain of ['SMS=console', 'MAIL=off', 'WECHAT=off', 'LLM=off', 'COMPUTE=simulator', 'TRUST_PROXY=none'])
      expect(faults.join()).toContain(plain)
  })

  it('names which of its secrets is none, and tells nothing of it', () => {
    const short = Buffer.alloc(31, 'k').toString('base64')
    const faults = faultsOf({ ...pilot, SECRET_KEY: `${pilot.SECRET_KEY},${short}` })
    expect(faults).toEqual([expect.stringContaining('SECRET_KEY 第 2 项不足 32 字节')])
    expect(faults.join()).not.toContain(short)
  })

  it.each(['SMS', 'IDENTITY', 'INVOICE', 'PAYMENT', 'MAIL', 'WECHAT', 'LLM'])(
    'has no sandbox for %s though it is asked for',
    (name) => {
      const before = faultsOf(real)
      expect(faultsOf({ ...real, [name]: 'sandbox', ALLOW_SANDBOX: '1', DEMO: '1' })).toEqual(before)
    },
  )

  it('sells no pretended machine for money that a provider takes', () => {
    const alipay = { ALIPAY_APP_ID: '1', ALIPAY_SELLER_ID: '2088000000000001', ALIPAY_PRIVATE_KEY: 'k', ALIPAY_PUBLIC_KEY: 'k' }
    const env = { ...real, PUBLIC_ORIGIN: 'https://gpu.example.cn', ...alipay }
    expect(faultsOf({ ...env, COMPUTE: 'simulator' }).join()).toContain('模拟的机器不能收真实的付款')
    expect(faultsOf({ ...env, COMPUTE: 'docker' }).join()).not.toContain('模拟')
  })

  it('checks its hosts before strangers come', () => {
    expect(readServerConfig({ ...pilot, COMPUTE: 'docker' }).docker.host_check).toBe('required')
    expect(faultsOf({ ...pilot, COMPUTE: 'docker', HOST_CHECK: 'skipped' })).toEqual([expect.stringContaining('HOST_CHECK')])
  })

  it('starts with the plain form of everything, and plays none of it', () => {
    const {
      adapters,
      real_deployment: realDeployment,
      demo,
      demo_accounts: demoAccounts,
    } = readServerConfig({ ...pilot, DEMO: '1', ALLOW_SANDBOX: '1' })
    expect({ real_deployment: realDeployment, demo, demo_accounts: demoAccounts }).toEqual({
      real_deployment: true,
      demo: false,
      demo_accounts: false,
    })
    expect(Object.values(adapters)).not.toContain('sandbox')
    expect(adapters).toMatchObject({ payment: 'bank', sms: 'console', identity: 'manual', invoice: 'manual', wechat: 'off' })
  })

  it('reads the messages of an official account in safe mode only', () => {
    const wechat = { WECHAT_APP_ID: 'a', WECHAT_APP_SECRET: 'b', WECHAT_TOKEN: 'c', PUBLIC_ORIGIN: 'https://gpu.example.cn' }
    expect(faultsOf({ ...real, ...wechat }).join()).toContain('WECHAT_AES_KEY')
    expect(faultsOf({ ...real, ...wechat, WECHAT_AES_KEY: 'x'.repeat(43) }).join()).not.toContain('WECHAT_AES_KEY')
    expect(faultsOf(wechat)).toEqual([])
  })
})

describe('A platform while developing', () => {
  it('plays whatever is not configured, and nothing that is or is turned off', () => {
    expect(readServerConfig({}).adapters).toMatchObject({
      sms: 'sandbox',
      mail: 'sandbox',
      wechat: 'sandbox',
      payment: 'sandbox',
    })
    const smtp = { SMTP_URL: 'smtps://smtp.example.cn', MAIL_FROM: 'a@example.cn' }
    expect(readServerConfig({ ...smtp, WECHAT: 'off' }).adapters).toMatchObject({ sms: 'sandbox', mail: 'smtp', wechat: 'off' })
    expect(faultsOf({ ...smtp, MAIL: 'off' })).toEqual([expect.stringContaining('MAIL=off')])
    expect(faultsOf({ PAYMENT: 'bank' })).toEqual([expect.stringContaining('BANK_NAME')])
  })

  it.each([
    [{}, true, true],
    [{ HOST: '::1' }, true, true],
    [{ HOST: 'localhost', DEMO: '0' }, false, true],
    [{ HOST: '0.0.0.0' }, false, false],
    [{ HOST: '0.0.0.0', DEMO: '0' }, false, false],
    [{ HOST: '10.0.0.1', DEMO: '1' }, true, true],
    [{ DEMO: 'plain' }, true, true],
  ])('has demo accounts only while other machines cannot reach it, or when asked for: %j', (env, demo, demoAccounts) => {
    expect(readServerConfig(env)).toMatchObject({ demo, demo_accounts: demoAccounts })
  })

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0', DEMO: '1' }, true],
    [{ DEMO: 'plain' }, false],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://localhost/zhisuan' }, false],
    [{ COMPUTE: 'docker' }, false],
    [{ MAIL: 'off' }, false],
    [{ ROLE: 'api' }, false],
  ])('begins from the story of the demo only where everything is played on one computer: %j', (env, demoStory) => {
    expect(readServerConfig(env)).toMatchObject({ demo_story: demoStory })
  })
})
