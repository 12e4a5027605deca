import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Time, Yuan } from './scalars.ts'
import { Recharge } from './wallet.ts'

/** Contact details of the company, as far as configured. */
const Contact = z
  .object({ email: z.string().nullable(), phone: z.string().nullable(), address: z.string().nullable() })
  .meta({ id: 'Contact' })

export const QrcodeName = z.enum(['service', 'official'])
export type QrcodeName = z.infer<typeof QrcodeName>

/** `GET`: the QR code as an SVG image; 404 if there is none. */
export const qrcodePath = '/api/v1/qrcode/:name' as const

/** One of the two QR codes of the site. */
export const Qrcode = z
  .object({
    image: z.string().meta({ description: '同源路径，SVG' }),
    link: z.url().nullable().meta({ description: '码中是网址时的网址' }),
    sample: z.boolean().meta({ description: '未配置，沙箱给出的示例码' }),
  })
  .meta({ id: 'Qrcode' })
export type Qrcode = z.infer<typeof Qrcode>

/** Services that can be simulated: SMS, mail, the cashier and WeChat. */
export const sandboxParts = ['sms', 'mail', 'payment', 'wechat'] as const
const SandboxPart = z.enum(sandboxParts)
export type SandboxPart = z.infer<typeof SandboxPart>

const DiskLimit = z.enum(['enforced', 'measured', 'unlimited'])
/**
 * Disk limits: `enforced` blocks writes beyond the size; `measured` warns at 90 % and stops the instance above it, keeping data;
 * `unlimited` does nothing.
 */
const DiskLimits = z.object({ system: DiskLimit, data: DiskLimit })

export const platform = {
  server_info: endpoint({
    method: 'GET',
    path: '/api/v1/server_info',
    access: 'public',
    summary: '平台信息：品牌、备案、由沙箱代替的服务、是否为模拟算力',
    description: 'Returns brand, version, filing numbers, contact, and which services are played by a sandbox.',
    source: 'requirements §7',
    data: z.object({
      brand: z.string(),
      version: z.string(),
      now: Time,
      played: z.array(SandboxPart).meta({ description: '由沙箱代替的外部服务；正式部署没有' }),
      offers: z
        .object({ wechat: z.boolean(), mail: z.boolean(), invoicing: z.boolean(), ssh: z.boolean(), organisations: z.boolean() })
        .meta({ description: '是否提供微信登录、邮件、自动开票、SSH 登录与组织登录；没有自动开票时由财务手工登记' }),
      simulated: z.boolean(),
      disks: DiskLimits.meta({
        description: '磁盘上限：enforced 写不进去；measured 定期测量，超出后关机；unlimited 不限制也不测量',
      }),
      icp_number: z.string().nullable(),
      police_number: z.string().nullable().meta({ description: '公安备案号' }),
      qrcodes: z.object({ service: Qrcode.nullable(), official: Qrcode.nullable() }),
      home_message: z.string().nullable(),
      contact: Contact,
    }),
  }),
  common_resource: endpoint({
    method: 'GET',
    path: '/api/v1/user/common_resource',
    access: 'public',
    summary: '可配置的站点内容',
    description: 'Returns one configurable text or image of the site by its key.',
    source: 'requirements §7',
    query: z.object({ key: z.enum(['home_message', 'service_qrcode', 'official_qrcode', 'filing', 'police_filing']) }),
    data: z.object({ key: z.string(), value: z.string().nullable() }),
  }),
}

/** Simulates phone, bank and mailbox. Each call exists only if its part is simulated, and none in a real deployment. */
export const sandbox = {
  inbox: endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/inbox',
    access: 'public',
    summary: '沙箱短信',
    description: 'Lists the SMS messages of the sandbox; absent where a real SMS service is configured.',
    source: 'decided: product §2',
    data: z.array(
      z.object({
        id: Id,
        phone: z.string(),
        type: z.string(),
        code: z.string(),
        text: z.string().optional().meta({ description: '不是验证码的短信的正文' }),
        at: Time,
      }),
    ),
  }),
  mailbox: endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/mailbox',
    access: 'public',
    summary: '沙箱邮箱',
    description: 'Lists the mails of the sandbox; absent where a real mail service is configured.',
    source: 'decided: product §2',
    data: z.array(
      z.object({
        id: Id,
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        unsubscribe: z.string().nullable().meta({ description: '邮件程序一键退订的地址' }),
        attachments: z.array(z.string()).meta({ description: '附件的文件名' }),
        at: Time,
      }),
    ),
  }),
  cashier: endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/cashier/:trade_no',
    access: 'public',
    summary: '沙箱收银台的订单',
    description: 'Returns the payment that the sandbox cashier shows; absent where real payment is configured.',
    source: 'decided: product §2',
    params: z.object({ trade_no: Id }),
    data: z.object({
      trade_no: Id,
      amount: Yuan,
      channel: Recharge.shape.channel,
      status: Recharge.shape.status,
      expires_at: Time,
    }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/cashier/:trade_no/pay',
    access: 'public',
    summary: '沙箱收银台付款：向平台发出签名的到账通知',
    description:
      'Pays at the sandbox cashier, which sends the platform a signed notice; absent where real payment is configured.',
    message: '支付成功',
    source: 'decided: product §2',
    params: z.object({ trade_no: Id }),
    data: z.object({ status: Recharge.shape.status }),
  }),
}
