import { z } from 'zod'

/** Fallbacks for services that are not configured: the sandbox in development, a simple form in a real deployment. */
export const adapterEnvironment = {
  /** `console`: codes are written to DATA_DIR/sms.log, readable only by its owner. Of two providers the second is the fallback. */
  SMS: z.enum(['sandbox', 'console', 'aliyun', 'tencent', 'aliyun,tencent', 'tencent,aliyun']).optional(),
  /** `manual`: a reviewer checks each person. With an authority, only those it has no record of. */
  IDENTITY: z.enum(['sandbox', 'manual', 'aliyun', 'tencent']).optional(),
  /** `manual`: finance issues invoices elsewhere and enters the number and PDF. */
  INVOICE: z.enum(['sandbox', 'manual']).optional(),
  /** `bank`: only transfers to BANK_ACCOUNT_NUMBER. */
  PAYMENT: z.enum(['sandbox', 'bank']).optional(),
  MAIL: z.enum(['sandbox', 'off']).optional(),
  WECHAT: z.enum(['sandbox', 'off']).optional(),
  LLM: z.enum(['sandbox', 'off']).optional(),
  /** `none`: only machines and clusters that operators add in the back office. */
  COMPUTE: z.enum(['simulator', 'docker', 'kubernetes', 'none']).optional(),
}

/** The chosen adapter per service; a real deployment allows no sandbox and needs an explicit choice. */
export interface Adapters {
  sms: NonNullable<AdapterEnvironment['SMS']>
  identity: NonNullable<AdapterEnvironment['IDENTITY']>
  invoice: 'sandbox' | 'manual'
  payment: 'sandbox' | 'bank' | 'providers'
  mail: 'sandbox' | 'off' | 'smtp'
  wechat: 'sandbox' | 'off' | 'official'
  llm: 'sandbox' | 'off' | 'upstream'
  compute: 'simulator' | 'docker' | 'kubernetes' | 'none'
}

/** Whether nothing outside this program takes part. */
export const isAllPlayed = ({ compute, ...services }: Adapters): boolean =>
  compute === 'simulator' && Object.values(services).every((adapter) => adapter === 'sandbox')

/** The configured real services. */
interface ConfiguredServices {
  providers: boolean
  bank: boolean
  smtp: boolean
  official: boolean
  upstream: boolean
}

/** How to configure each service in a real deployment, and the simple form that is enough for a pilot. */
const setupHints = {
  SMS: '短信：设置 SMS=aliyun 或 SMS=tencent（可写 SMS=aliyun,tencent，后者备用）；试点可以用 SMS=console，验证码写入 DATA_DIR 下的 sms.log，由能登录这台机器的人转告',
  IDENTITY: '实名核验：设置 IDENTITY=aliyun 或 IDENTITY=tencent；试点可以用 IDENTITY=manual，由审核人员逐个核对姓名与身份证号',
  INVOICE: '开票：目前只有 INVOICE=manual，由财务在别处开具后登记号码',
  PAYMENT: '支付：设置 ALIPAY_* 或 WECHAT_PAY_*；试点可以只收对公转账，设置 BANK_NAME、BANK_ACCOUNT_NAME、BANK_ACCOUNT_NUMBER',
  MAIL: '邮件：设置 SMTP_URL 与 MAIL_FROM；试点可以不发邮件，设置 MAIL=off',
  WECHAT: '微信登录：设置 WECHAT_APP_ID 等；试点可以不提供，设置 WECHAT=off',
  LLM: '大模型：设置 LLM_UPSTREAM_URL；试点可以不提供，设置 LLM=off',
  COMPUTE:
    '算力：设置 COMPUTE=docker 用这台机器上的 Docker，COMPUTE=kubernetes 用一个集群，或 COMPUTE=none 只用后台「算力引擎」里接入的机器和集群；试点可以明确写 COMPUTE=simulator，机器是模拟的，处处标明「模拟」',
}

type AdapterEnvironment = z.infer<z.ZodObject<typeof adapterEnvironment>>

/** Chooses the adapters; calls `fault` with one line per invalid choice. */
export function chooseAdapters(
  said: AdapterEnvironment,
  services: ConfiguredServices,
  realDeployment: boolean,
  fault: (line: string) => void,
): Adapters {
  /** Returns the configured service, else the explicit choice, else the sandbox. */
  function choose<Word extends string, Service extends string>(
    name: keyof typeof setupHints,
    word: Word | undefined,
    service: Service | false = false,
  ): Word | Service | 'sandbox' {
    if (service && word) fault(`配置 ${name}=${word} 与已配置的真实服务矛盾，请去掉其中一个`)
    if (service) return service
    if (realDeployment && (word === undefined || word === 'sandbox')) fault(`正式部署没有${setupHints[name]}`)
    return word ?? 'sandbox'
  }

  if (said.PAYMENT === 'bank' && !services.bank)
    fault('配置 PAYMENT=bank 需要同时设置 BANK_NAME、BANK_ACCOUNT_NAME、BANK_ACCOUNT_NUMBER')
  if (realDeployment && said.COMPUTE === undefined) fault(`正式部署没有${setupHints.COMPUTE}`)
  if (realDeployment && said.COMPUTE === 'simulator' && services.providers)
    fault('模拟的机器不能收真实的付款：COMPUTE=simulator 时请去掉 ALIPAY_* 与 WECHAT_PAY_*，只收对公转账')
  const bankOnly = realDeployment && services.bank && said.PAYMENT === undefined && 'bank'
  return {
    sms: choose('SMS', said.SMS),
    identity: choose('IDENTITY', said.IDENTITY),
    invoice: choose('INVOICE', said.INVOICE),
    payment: choose('PAYMENT', said.PAYMENT, services.providers ? 'providers' : bankOnly),
    mail: choose('MAIL', said.MAIL, services.smtp && 'smtp'),
    wechat: choose('WECHAT', said.WECHAT, services.official && 'official'),
    llm: choose('LLM', said.LLM, services.upstream && 'upstream'),
    compute: said.COMPUTE ?? 'simulator',
  }
}

/** Lists further requirements for a deployment with strangers and real money, besides the adapters. */
export function listDeploymentFaults(e: {
  PUBLIC_ORIGIN?: string | undefined
  SECRET_KEY?: string | undefined
  TRUST_PROXY?: string[] | undefined
  WECHAT_APP_ID?: string | undefined
  WECHAT_AES_KEY?: string | undefined
  COMPUTE?: Adapters['compute'] | undefined
  HOST_CHECK?: string | undefined
}): string[] {
  return [
    ...(e.PUBLIC_ORIGIN ? [] : ['正式部署（NODE_ENV=production）必须设置 PUBLIC_ORIGIN，如 https://gpu.example.cn']),
    ...(e.SECRET_KEY ? [] : ['正式部署必须设置 SECRET_KEY（32 字节以上，base64）']),
    ...(e.TRUST_PROXY
      ? []
      : ['正式部署必须设置 TRUST_PROXY：前面的反向代理的地址，如 127.0.0.1；直接面对用户时写 TRUST_PROXY=none']),
    ...(e.COMPUTE === 'docker' && e.HOST_CHECK === 'skipped'
      ? ['正式部署不能设置 HOST_CHECK=skipped：实例里能连到主机与内网']
      : []),
    ...(e.WECHAT_APP_ID && !e.WECHAT_AES_KEY ? ['正式部署配置了微信，必须设置 WECHAT_AES_KEY，并在公众号后台选用安全模式'] : []),
  ]
}
