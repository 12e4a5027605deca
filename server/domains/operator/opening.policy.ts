import type { OpeningStep } from '#contract/operator/opening.ts'
import type { Config } from '#server/config/config.ts'
import type { OpeningFacts } from '#server/domains/operator/opening.repo.ts'

/** What is true of a step, before anybody skips it. */
export interface StepFacts {
  done: boolean
  /** Shown to operators: what it is now, or what is missing. */
  note: string
}

/** Whether the last test of a step went well; undefined if there was none. */
export type TestResults = ReadonlyMap<string, boolean>

type Settings = Pick<Config, 'adapters' | 'brand' | 'icp_number'>

const sandboxNote = '现在是沙箱，只在本机演示；正式部署按 docs/operating/providers.zh-CN.md 接入'

const smsNames = {
  aliyun: '阿里云',
  tencent: '腾讯云',
  'aliyun,tencent': '阿里云，腾讯云备用',
  'tencent,aliyun': '腾讯云，阿里云备用',
}

function readSms({ adapters: { sms } }: Settings, tested: boolean | undefined): StepFacts {
  if (sms === 'sandbox') return { done: false, note: sandboxNote }
  if (sms === 'console') return { done: true, note: '试点形式：验证码写入 DATA_DIR 下的 sms.log，由能登录机器的人转告' }
  const name = smsNames[sms]
  if (tested === undefined) return { done: false, note: `${name}已配置，发一条试试` }
  return { done: tested, note: tested ? `${name}，已试过` : `${name}已配置，最近一次测试没有发出` }
}

function readMail({ adapters: { mail } }: Settings, tested: boolean | undefined): StepFacts {
  if (mail === 'sandbox') return { done: false, note: '现在是沙箱，邮件只在沙箱的信箱里；正式部署设置 SMTP_URL 与 MAIL_FROM' }
  if (mail === 'off') return { done: true, note: '不发邮件（MAIL=off）' }
  if (tested === undefined) return { done: false, note: '邮件服务器已配置，发一封试试' }
  return { done: tested, note: tested ? '已试过' : '邮件服务器已配置，最近一次测试没有发出' }
}

function readIdentity({ adapters: { identity } }: Settings, tested: boolean | undefined): StepFacts {
  if (identity === 'sandbox') return { done: false, note: sandboxNote }
  if (identity === 'manual') return { done: true, note: '由审核人员逐个核对' }
  const name = smsNames[identity]
  if (tested === false) return { done: false, note: `${name}已配置，最近一次测试没有成功` }
  return { done: true, note: `${name}已配置，查无记录与故障时转人工审核；用自己的姓名与身份证号测试，按次计费，不保存` }
}

function readWechat({ adapters: { wechat } }: Settings, tested: boolean | undefined): StepFacts {
  if (wechat === 'sandbox') return { done: false, note: sandboxNote }
  if (wechat === 'off') return { done: true, note: '不提供微信登录（WECHAT=off）' }
  if (tested === undefined) return { done: false, note: '公众号已配置，取一个二维码试试' }
  return {
    done: tested,
    note: tested ? '已试过；消息推送地址是否填对，自己扫码登录一次即知' : '公众号已配置，最近一次测试没有成功',
  }
}

function readLlm({ adapters: { llm } }: Settings, tested: boolean | undefined): StepFacts {
  if (llm === 'sandbox') return { done: false, note: '现在是沙箱，只会复述；正式部署设置 LLM_UPSTREAM_URL，不提供时设置 LLM=off' }
  if (llm === 'off') return { done: true, note: '不提供大模型（LLM=off）' }
  if (tested === undefined) return { done: false, note: '上游已配置，问一次试试；用掉十几个词元，由上游计费' }
  return { done: tested, note: tested ? '已试过' : '上游已配置，最近一次测试没有成功' }
}

function readPayment({ adapters: { payment } }: Settings, { paid_at: paidAt }: OpeningFacts): StepFacts {
  if (payment === 'sandbox') return { done: false, note: '现在是沙箱收银台；正式部署设置 ALIPAY_*、WECHAT_PAY_* 或 BANK_*' }
  if (payment === 'bank') return { done: true, note: '只收对公转账，由财务确认到账' }
  return paidAt ? { done: true, note: '收到过真实的付款' } : { done: false, note: '支付已配置，自己充 ¥0.01 试试，之后可以提现' }
}

/** What is true of each step, by the settings of this node, what is in the platform, and the tests made. */
export function readOpeningFacts(settings: Settings, facts: OpeningFacts, tests: TestResults): Record<OpeningStep, StepFacts> {
  const { brand, icp_number: icpNumber } = settings
  return {
    brand: icpNumber
      ? { done: true, note: `${brand}，${icpNumber}` }
      : { done: false, note: `${brand}，没有备案号：设置 ICP_NUMBER 后显示在页脚，面向公众的网站须先备案` },
    administrators: {
      done: facts.administrators > 1,
      note:
        facts.administrators > 1
          ? `${facts.administrators} 名`
          : '只有 1 名：价格、角色与大额付款须两人，用 setup --second 再建一名',
    },
    sms: readSms(settings, tests.get('sms')),
    identity: readIdentity(settings, tests.get('identity')),
    payment: readPayment(settings, facts),
    mail: readMail(settings, tests.get('mail')),
    wechat: readWechat(settings, tests.get('wechat')),
    llm: readLlm(settings, tests.get('llm')),
    region: { done: facts.regions > 0, note: facts.regions > 0 ? `${facts.regions} 个` : '还没有地域，主机要登记到地域' },
    host: {
      done: facts.hosts_ready > 0,
      note:
        facts.hosts_ready > 0
          ? `${facts.hosts_ready} 台可以接收实例`
          : facts.hosts_registered > 0
            ? '已登记的主机都不能接收实例，「主机」里写着原因'
            : '还没有登记主机，主机启动后自己出现在「主机」里',
    },
    image: { done: facts.images > 0, note: facts.images > 0 ? `提供 ${facts.images} 个` : '还没有提供的镜像' },
    product: {
      done: facts.products_priced > 0,
      note:
        facts.products_priced > 0
          ? `${facts.products_priced} 个有价格`
          : facts.products > 0
            ? '商品还没有价格：申请价格，由另一名管理员或财务批准'
            : '还没有商品',
    },
    sale: {
      done: facts.products_to_have > 0,
      note:
        facts.products_to_have > 0
          ? `${facts.products_on_sale} 个在售，${facts.products_to_have} 个有货`
          : facts.products_on_sale > 0
            ? '在售的商品都没有空闲的卡'
            : '还没有上架的商品',
    },
  }
}
