import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Id, Time } from './scalars.ts'
import { isCreditCode } from './tax-number.ts'

export const certificationKinds = { company: '企业', university: '高校' } as const
export type CertificationKind = keyof typeof certificationKinds
export const CertificationKind = z.enum(Object.keys(certificationKinds) as [CertificationKind, ...CertificationKind[]])

export const certificationStates = { pending: '待审核', passed: '已通过', refused: '已驳回', withdrawn: '已撤回' } as const
export type CertificationState = keyof typeof certificationStates
export const CertificationState = z.enum(Object.keys(certificationStates) as [CertificationState, ...CertificationState[]])

export const universityStandings = { student: '学生', staff: '教职工' } as const
export type UniversityStanding = keyof typeof universityStandings
export const UniversityStanding = z.enum(Object.keys(universityStandings) as [UniversityStanding, ...UniversityStanding[]], {
  error: '请选择身份',
})

/** Numbers, names and addresses are masked. */
export const Certification = z
  .object({
    id: Id,
    kind: CertificationKind,
    status: CertificationState,
    organisation: z.string().meta({ description: '企业或学校名称' }),
    number: z.string().meta({ description: '统一社会信用代码，或学号 / 工号；脱敏' }),
    person: z.string().nullable().meta({ description: '法定代表人，脱敏' }),
    standing: UniversityStanding.nullable(),
    email: z.string().nullable().meta({ description: '脱敏' }),
    reason: z.string().nullable().meta({ description: '驳回的原因' }),
    submitted_at: Time,
    decided_at: Time.nullable(),
  })
  .meta({ id: 'Certification' })
export type Certification = z.infer<typeof Certification>

const ChineseName = (empty: string, wrong: string) =>
  z
    .string({ error: empty })
    .trim()
    .min(1, empty)
    .refine((v) => v === '' || /^[\p{Script=Han}·]{2,30}$/u.test(v), wrong)

const Organisation = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .refine((v) => v === '' || /^[\p{Script=Han}\p{L}\d（）()·&\-. ]{4,60}$/u.test(v), `请输入完整的${label}，4-60 个字`)

/** Consent checkbox; accepts the text 'true' because a multipart form sends only text. */
const ConsentTick = (error: string) => z.union([z.literal(true), z.literal('true')], { error })

const CreditCode = z
  .string({ error: '请输入统一社会信用代码' })
  .trim()
  .min(1, '请输入统一社会信用代码')
  .transform((v) => v.toUpperCase())
  .refine((v) => v === '' || isCreditCode(v), '请输入正确的 18 位统一社会信用代码')

export const CompanyCertificationForm = z.object({
  organisation: Organisation('企业名称'),
  number: CreditCode,
  person: ChineseName('请输入法定代表人姓名', '请输入营业执照上的法定代表人姓名'),
  consent: ConsentTick('请同意处理企业信息'),
})

export const UniversityCertificationForm = z.object({
  organisation: Organisation('学校名称'),
  standing: UniversityStanding,
  number: z
    .string({ error: '请输入学号或工号' })
    .trim()
    .min(1, '请输入学号或工号')
    .refine((v) => v === '' || /^[A-Za-z0-9-]{4,30}$/.test(v), '请输入正确的学号或工号，4-30 位字母、数字或 -'),
  email: z
    .string()
    .trim()
    .max(100, '邮箱最多 100 个字符')
    .refine((v) => v === '' || /^[\w.+-]+@([\w-]+\.)+(edu\.cn|edu|ac\.cn)$/i.test(v), '请输入学校邮箱，例如 name@univ.edu.cn')
    .optional(),
  consent: ConsentTick('请同意处理学籍或教职信息'),
})

const defineSubmit = <B extends z.ZodType>(kind: CertificationKind, summary: string, description: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/certification/${kind}`,
    access: 'main',
    idempotent: true,
    summary,
    description,
    message: '已提交，1 个工作日内完成审核',
    source: 'decided: product §6, 035',
    upload: { max_bytes: limits.pictureMaxBytes },
    body,
    data: Certification,
  })

/** Certification of the company or university an account represents, in addition to the person in `real_name` (product §6). */
export const certification = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/certification',
    access: 'user',
    summary: '最近一次企业或高校认证；没有时为 null',
    description: "Returns the caller's latest company or university certification, or null.",
    source: 'decided: product §6, 035',
    data: Certification.nullable(),
  }),
  submit_company: defineSubmit(
    'company',
    '提交企业认证，file 是营业执照的照片',
    'Submits a company certification for review; `file` is a photo of the business licence.',
    CompanyCertificationForm,
  ),
  submit_university: defineSubmit(
    'university',
    '提交高校认证，file 是学生证或工作证的照片',
    'Submits a university certification for review; `file` is a photo of the student or staff card.',
    UniversityCertificationForm,
  ),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/certification/withdraw',
    access: 'main',
    summary: '撤回待审核的认证；证件照片随之删除',
    description: 'Withdraws the pending certification and deletes its photo.',
    message: '已撤回，证件照片已删除',
    source: 'decided: 035',
    data: Certification,
  }),
}
