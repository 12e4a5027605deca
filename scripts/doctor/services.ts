import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { systemClock } from '#server/adapters/clock.system.ts'
import { createPayment } from '#server/adapters/payment.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { readDiskSpace } from '#server/domains/rentals/monitor/disk-space.service.ts'
import { loadSecretRing } from '#server/keys.ts'
import { describeError, type Finding, fail, ok, warn } from './finding.ts'
import { checkService } from './reach.ts'

const gb = 2 ** 30
const enginePatienceMs = 5_000
const storagePatienceMs = 20_000

export async function checkDisks(config: Config): Promise<Finding[]> {
  const about = '磁盘'
  const { data_dir: dataDir } = config
  try {
    await access(dataDir, constants.W_OK)
  } catch (error) {
    return [
      fail(about, `DATA_DIR ${dataDir} 不能写：${describeError(error)}`, '建好这个目录，交给运行节点的用户（容器里是 10001）'),
    ]
  }
  const disks = await readDiskSpace({ config, volumes: { kind: config.s3 ? 's3' : 'folder' } })
  return disks.map(({ name, free_bytes: free, size_bytes: size, state }) => {
    const what = `${name === 'data' ? dataDir : join(dataDir, 'volumes')} 还有 ${(free / gb).toFixed(1)} GB，共 ${(size / gb).toFixed(1)} GB`
    if (state === 'full') return fail(about, what, '立刻清理或扩容：写入正在被拒绝（507）')
    return state === 'low' ? warn(about, what, '清理或扩容；不到一成时会告警') : ok(about, what)
  })
}

export async function checkStorage({ s3, data_dir: dataDir }: Config): Promise<Finding[]> {
  if (!s3) return []
  const { state, problem = state } = await (await createVolumes({ s3, data_dir: dataDir })).health({
    patience_ms: storagePatienceMs,
  })
  if (state === 'ok') return [ok('对象存储', `桶 ${s3.bucket} 读、写、分段上传与删除都可以`)]
  return [fail('对象存储', problem, '检查 S3_* 的地址、桶名与密钥，以及密钥对这个桶的权限')]
}

class RolledBack extends Error {}

/** Says so where a secret is missing instead of making one, as a start does; keys that a start would store are rolled back. */
export async function checkKeys({ secret_key: configured, data_dir: dataDir }: Config, database: Database): Promise<Finding> {
  const file = join(dataDir, 'secret.key')
  if (!configured && !existsSync(file))
    return warn(
      '密钥',
      '没有 SECRET_KEY，第一次启动会写一把到数据目录',
      '多个节点时设置 SECRET_KEY（openssl rand -base64 48），并另存一份',
    )
  try {
    const ring = loadSecretRing(configured, dataDir)
    const onTrial: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        database.transaction(async (...within) => {
          await work(...within)
          throw new RolledBack()
        }),
    }
    const problem: unknown = await loadInstallationKeys(onTrial, ring).catch((error: unknown) => error)
    if (!(problem instanceof RolledBack)) throw problem
    return ok('密钥', `${ring.length} 把，能打开库里的内容`)
  } catch (error) {
    return fail('密钥', describeError(error), '用回原来的 SECRET_KEY；没有它，库里封存的内容打不开')
  }
}

function checkPaymentKeys(config: Config): Finding[] {
  if (config.adapters.payment === 'sandbox' || !(config.alipay || config.wechat_pay)) return []
  try {
    createPayment(config, systemClock, Buffer.alloc(32))
    return [ok('支付', '商户密钥与证书读得懂')]
  } catch (error) {
    return [fail('支付', describeError(error), '按商户平台下载的文件核对 ALIPAY_* 与 WECHAT_PAY_*')]
  }
}

/** Outside services as configured; those that are played are left out. */
export async function checkServices(config: Config): Promise<Finding[]> {
  const { adapters, real_deployment: isReal } = config
  const services: [about: string, address: string][] = [
    ...config.sms_providers.map(({ endpoint }): [string, string] => ['短信', endpoint]),
    ...(config.identity ? [['实名核验', config.identity.endpoint] as [string, string]] : []),
    ...(config.alipay ? [['支付宝', config.alipay.gateway] as [string, string]] : []),
    ...(config.wechat_pay ? [['微信支付', 'https://api.mch.weixin.qq.com'] as [string, string]] : []),
    ...(config.wechat ? [['微信公众号', 'https://api.weixin.qq.com'] as [string, string]] : []),
    ...(config.smtp ? [['邮件', config.smtp.url] as [string, string]] : []),
    ...(config.llm ? [['大模型', config.llm.url] as [string, string]] : []),
    ...(config.traces_endpoint ? [['链路追踪', config.traces_endpoint] as [string, string]] : []),
  ]
  const lacking: Finding[] = []
  if (isReal && adapters.sms === 'console')
    lacking.push(warn('短信', '验证码只写进数据目录的 sms.log，收不到', '按 docs/operating/providers.zh-CN.md 接入短信服务商'))
  if (isReal && !config.smtp) lacking.push(warn('邮件', '没有配置，通知与发票不发邮件', '设置 SMTP_URL 与 MAIL_FROM'))
  return [...lacking, ...checkPaymentKeys(config), ...(await Promise.all(services.map((service) => checkService(...service))))]
}

function askEngine(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = get({ socketPath, path: '/version', timeout: enginePatienceMs }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
    })
    asking.on('timeout', () => asking.destroy(new Error('超时')))
    asking.on('error', reject)
  })
}

export async function checkEngine({ adapters, docker, real_deployment: isReal }: Config): Promise<Finding[]> {
  if (adapters.compute === 'simulator')
    return isReal ? [warn('算力引擎', '是模拟的', '出租真机器时设置 COMPUTE=docker、kubernetes 或 none')] : []
  if (adapters.compute !== 'docker') return [ok('算力引擎', '在运营后台「算力引擎」里逐个检查')]
  const found: Finding[] = []
  if (docker.host_check === 'skipped')
    found.push(fail('算力引擎', 'HOST_CHECK=skipped：实例可能连得到主机与内网', '去掉它，在主机上运行 scripts/tenant-host.sh'))
  try {
    const { Version: version } = JSON.parse(await askEngine(docker.socket_path)) as { Version?: string }
    found.push(ok('算力引擎', `Docker ${version ?? '版本不明'}`))
  } catch (error) {
    const mend = '看 Docker 是否在运行、DOCKER_SOCKET 是否写对、运行节点的用户在不在套接字的组里（DOCKER_GID）'
    found.push(fail('算力引擎', `${docker.socket_path} 不应答：${describeError(error)}`, mend))
  }
  return found
}
