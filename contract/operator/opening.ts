import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EmailAddress } from '../invoice-emails.ts'
import { Time } from '../scalars.ts'
import { RealNameForm } from '../users.ts'

/** What stands between an installed platform and its first paid hour, in the order in which it is done. */
export const openingSteps = {
  brand: '品牌与备案',
  administrators: '两名管理员',
  sms: '短信',
  identity: '实名核验',
  payment: '收款',
  mail: '邮件',
  wechat: '微信登录',
  llm: '大模型',
  region: '地域',
  host: '主机',
  image: '镜像',
  product: '商品与价格',
  sale: '上架',
} as const
export type OpeningStep = keyof typeof openingSteps
const StepName = z.enum(Object.keys(openingSteps) as [OpeningStep, ...OpeningStep[]], { error: '没有这一步' })

export const openingStates = { done: '已完成', skipped: '已跳过', todo: '待完成' } as const

const Step = z
  .object({
    step: StepName,
    state: z.enum(Object.keys(openingStates) as [keyof typeof openingStates, ...(keyof typeof openingStates)[]]),
    note: z.string().meta({ description: '现在是什么样，缺什么' }),
    testable: z.boolean().meta({ description: '可以发一条试试' }),
    test: z
      .object({
        at: Time,
        ok: z.boolean(),
        answer: z.string().meta({ description: '成功时发到了哪里，失败时服务商怎么说、怎么处理' }),
      })
      .nullable()
      .meta({ description: '最近一次测试' }),
    callbacks: z
      .array(z.object({ label: z.string(), url: z.string() }))
      .meta({ description: '要填到服务商控制台的地址，只有管理员看得到' }),
  })
  .meta({ id: 'OpeningStep' })
export type OpeningStepRow = z.infer<typeof Step>

export const operatorOpening = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/opening',
    access: 'operator',
    summary: '开业清单',
    description: 'Lists what stands between an installed platform and its first paid hour, and what is done of it.',
    source: 'decided: docs/decisions/110',
    data: z.array(Step),
  }),
  skip: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/skip',
    access: 'operator_admin',
    summary: '跳过一步',
    description: 'Marks one step as skipped, until it is taken up again or done.',
    message: '已跳过',
    source: 'decided: docs/decisions/110',
    body: z.object({ step: StepName }),
    data: z.array(Step),
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/resume',
    access: 'operator_admin',
    summary: '不再跳过',
    description: 'Takes a skipped step up again.',
    message: '已放回清单',
    source: 'decided: docs/decisions/110',
    body: z.object({ step: StepName }),
    data: z.array(Step),
  }),
  test_sms: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/test_sms',
    access: 'operator_admin',
    summary: '给我发一条短信',
    description: 'Sends a code that opens nothing to the phone of the caller, and returns what the provider said.',
    message: '测试完成',
    source: 'decided: docs/decisions/110',
    data: z.array(Step),
  }),
  test_mail: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/test_mail',
    access: 'operator_admin',
    summary: '发一封测试邮件',
    description: 'Sends a mail to one address, and returns what the mail server said.',
    message: '测试完成',
    source: 'decided: docs/decisions/110',
    body: z.object({ email: EmailAddress }),
    data: z.array(Step),
  }),
  test_identity: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/test_identity',
    access: 'operator_admin',
    stepUp: true,
    summary: '核验一次实名；按次计费，姓名与号码不保存',
    description:
      'Asks the configured authority about one name and ID number, stores neither, and returns what it said; each question is paid.',
    message: '测试完成',
    source: 'decided: docs/decisions/110',
    body: RealNameForm.pick({ name: true, id_number: true }),
    data: z.array(Step),
  }),
  test_wechat: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/test_wechat',
    access: 'operator_admin',
    summary: '取一个公众号二维码',
    description: 'Asks WeChat for an access token and a QR code that nobody is shown, and returns what it said.',
    message: '测试完成',
    source: 'decided: docs/decisions/110',
    data: z.array(Step),
  }),
  test_llm: endpoint({
    method: 'POST',
    path: '/api/v1/operator/opening/test_llm',
    access: 'operator_admin',
    summary: '问一次大模型；用掉十几个词元',
    description:
      "Lists the upstream's models, asks one of them for a single token, and returns what it said; the upstream may charge for it.",
    message: '测试完成',
    source: 'decided: docs/decisions/110',
    body: z.object({
      model: z
        .string()
        .trim()
        .max(200, '模型名最多 200 个字')
        .optional()
        .meta({ description: '上游的模型名；不填则用它列出的第一个' }),
    }),
    data: z.array(Step),
  }),
}
