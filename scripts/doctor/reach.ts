import { lookup } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import { checkServerIdentity, connect as connectTls, type PeerCertificate } from 'node:tls'
import { describeError, type Finding, fail, ok, warn } from './finding.ts'

const patienceMs = 5_000
const dayMs = 86_400_000
/** A certificate that is renewed by itself has been by then. */
const expiryWarnDays = 21
const expiryFailDays = 3
/** Any name below the domain of port links must lead here. */
const probeLabel = 'zhisuan-doctor'

interface Answer {
  certificate?: PeerCertificate
  /** Why nobody would trust the certificate. */
  distrust?: string
}

/** Connects, and sends nothing. */
function knock(url: URL): Promise<Answer> {
  const isTls = ['https:', 'smtps:'].includes(url.protocol)
  const usual = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 }[url.protocol] ?? 80
  const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || usual) }
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? connectTls({ ...at, servername: at.host, rejectUnauthorized: false }, () => {
          const { authorizationError: distrust } = socket as ReturnType<typeof connectTls>
          const certificate = (socket as ReturnType<typeof connectTls>).getPeerCertificate()
          end(() => resolve({ certificate, ...(distrust && { distrust: String(distrust) }) }))
        })
      : connectTcp(at, () => end(() => resolve({})))
    const end = (settle: () => void) => {
      clearTimeout(late)
      settle()
      socket.destroy()
    }
    const late = setTimeout(() => end(() => reject(new Error('超时'))), patienceMs)
    socket.once('error', (error) => end(() => reject(error)))
  })
}

/** Whether an outside service can be reached; what it would say is not asked. */
export async function checkService(about: string, address: string): Promise<Finding> {
  const url = new URL(address)
  try {
    const { distrust } = await knock(url)
    if (distrust)
      return fail(
        about,
        `${url.host} 的证书不可信：${distrust}`,
        '看看中间有没有改写 TLS 的代理；自建的服务用 NODE_EXTRA_CA_CERTS 指明签发者',
      )
    return ok(about, `${url.host} 连得上`)
  } catch (error) {
    return fail(about, `连不上 ${url.host}：${describeError(error)}`, '检查出口防火墙、DNS 与地址；服务商的控制台里看白名单')
  }
}

/** Judges what a site shows for `name`. */
export function judgeCertificate(about: string, name: string, { certificate, distrust }: Answer, now: Date): Finding {
  if (!certificate?.valid_to) return fail(about, `${name} 没有出示证书`, '在代理里给这个域名配置证书')
  const mend = `续签，把 fullchain.pem 与 privkey.pem 放回代理的证书目录并重新加载；证书要包含 ${name}`
  const days = Math.floor((Date.parse(certificate.valid_to) - now.getTime()) / dayMs)
  if (days < 0) return fail(about, `${name} 的证书已过期 ${-days} 天`, mend)
  const misnamed = checkServerIdentity(name, certificate)
  if (misnamed) return fail(about, `证书不是 ${name} 的：${certificate.subjectaltname ?? '没有域名'}`, mend)
  if (distrust) return fail(about, `${name} 的证书不可信：${distrust}`, '用公共机构签发的证书，并在 fullchain.pem 里带上中间证书')
  if (days < expiryFailDays) return fail(about, `${name} 的证书还有 ${days} 天到期`, mend)
  if (days < expiryWarnDays) return warn(about, `${name} 的证书还有 ${days} 天到期`, mend)
  return ok(about, `${name} 的证书还有 ${days} 天到期`)
}

async function checkSite(about: string, url: URL, now: Date): Promise<Finding> {
  const name = url.hostname
  try {
    await lookup(name)
  } catch (error) {
    return fail(
      about,
      `${name} 解析不到地址：${describeError(error)}`,
      '在 DNS 里加一条指向代理的记录；端口链接要的是泛解析 *.域名',
    )
  }
  try {
    const answer = await knock(url)
    if (url.protocol === 'https:') return judgeCertificate(about, name, answer, now)
    return warn(about, `${name} 没有 TLS`, '真实部署须由代理提供 https')
  } catch (error) {
    return fail(about, `${name} 连不上：${describeError(error)}`, '看代理是否在运行，端口是否开放')
  }
}

export const checkPublicOrigin = (origin: string, now: Date): Promise<Finding> => checkSite('网站', new URL(origin), now)

/** `https`: as links are handed out; see `toPortLink` of the gateway. */
export const checkGatewayDomain = (
  { domain, https, port }: { domain: string; https: boolean; port: number },
  now: Date,
): Promise<Finding> =>
  checkSite('端口链接', new URL(https ? `https://${probeLabel}.${domain}` : `http://${probeLabel}.${domain}:${port}`), now)
