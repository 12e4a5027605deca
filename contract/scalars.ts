import { z } from 'zod'
import { limits } from './limits.ts'
import { isPlainText } from './plain-text.ts'

/** Mainland mobile number; shared rule (requirements §5). */
export const phonePattern = /^1[3-9]\d{9}$/
/** The login form also accepts `2` followed by ten digits (requirements §5). */
const loginPhonePattern = /^(1[3-9]\d{9}|2\d{10})$/

const requiredText = (message: string) => z.string({ error: message }).min(1, message)
const refineFilled = (schema: z.ZodString, test: (value: string) => boolean, message: string) =>
  schema.refine((value) => value === '' || test(value), message)

export const Phone = refineFilled(requiredText('请输入手机号'), (v) => phonePattern.test(v), '请输入正确的手机号')
export const LoginPhone = refineFilled(requiredText('请输入手机号'), (v) => loginPhonePattern.test(v), '请输入正确的手机号')
/** Phone for sending a code: must not be empty, and has one message for all errors (requirements §5). */
export const SendCodePhone = z.string({ error: '请输入正确的手机号' }).regex(phonePattern, '请输入正确的手机号')

const countCharacterKinds = (value: string) =>
  Number(/\d/.test(value)) + Number(/[A-Za-z]/.test(value)) + Number(/[^\dA-Za-z\s]/.test(value))

/** 8–16 non-space characters, with at least two of digit, letter and symbol (requirements §5). */
export const Password = refineFilled(
  requiredText('请输入密码'),
  (v) => /^\S{8,16}$/.test(v) && countCharacterKinds(v) >= 2,
  '请输入8-16位包含数字、字母和符号至少任意两种的密码',
)
/** An existing password; only its length is checked before comparison (requirements §5). */
export const LoginPassword = refineFilled(requiredText('请输入密码'), (v) => v.length >= 8 && v.length <= 16, '密码为8-16位')
export const Captcha = requiredText('请输入验证码').max(6, '验证码最多6位')
/** requirements §5 "Verification code". */
export const VerificationCode = z.string({ error: '请输入4-6位数字！' }).regex(/^\d{4,6}$/, '请输入4-6位数字！')
/** Optional; an empty string counts as absent (requirements §5). */
export const InviteCode = z
  .string()
  .refine((v) => v === '' || /^[A-Z0-9]{6}$/i.test(v), '邀请码为6位')
  .optional()
export const AcceptedAgreement = z.literal(true, { error: '请勾选注册协议' })

const provinceCodes = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '),
)
const checksumWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Checks an ID number by GB 11643: 18 characters, known province, birth century 18–21, valid date, checksum (requirements §5).
 */
export function isIdCard(value: string): boolean {
  const id = value.toUpperCase()
  if (!/^\d{6}(18|19|20|21)\d{2}\d{2}\d{2}\d{3}[\dX]$/.test(id) || !provinceCodes.has(id.slice(0, 2))) return false
  const [year, month, day] = [id.slice(6, 10), id.slice(10, 12), id.slice(12, 14)].map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false
  const sum = checksumWeights.reduce((total, weight, i) => total + weight * Number(id[i]), 0)
  return '10X98765432'[sum % 11] === id[17]
}
export const IdCard = refineFilled(requiredText('请输入身份证号！'), isIdCard, '请输入正确的身份证号！').transform((v) =>
  v.toUpperCase(),
)

/** requirements §5 "Code of capitals, digits and hyphen only"; empty is allowed. */
export const CapitalsDigitsHyphen = z.string().regex(/^[A-Z0-9-]*$/, '请输入大写字母、数字、-的组合！')

const withdrawalMinimum = {
  1: { fen: limits.withdrawalBalanceMinFen, message: '最小提现金额为0.01' },
  2: { fen: limits.withdrawalIncomeMinFen, message: '最小提现金额为10' },
} as const
/**
 * Withdrawal amount in yuan as typed; `type` 1 = balance, 2 = income (requirements §5). An amount below the minimum gets that
 * message, whatever its decimal places.
 */
export const WithdrawalAmount = (type: 1 | 2) => {
  const { fen, message } = withdrawalMinimum[type]
  const isTooLittle = (v: string) => /^\d{1,9}(\.\d+)?$/.test(v) && Number(v) * 100 < fen
  return refineFilled(
    requiredText('请输入提现金额！'),
    (v) => isTooLittle(v) || /^\d{1,9}(\.\d{1,2})?$/.test(v),
    '请输入最多保留两位小数的正数！',
  ).refine((v) => !isTooLittle(v), message)
}

/** Money on the wire: yuan as a decimal string with two decimal places, more only if a unit price needs them. */
export const Yuan = z
  .string()
  .regex(/^-?\d{1,15}\.\d{2,6}$/)
  .meta({ id: 'Yuan', description: '元，十进制字符串' })
/** An amount typed by a user: yuan with at most two decimal places. */
export const AmountInput = z
  .string({ error: '请输入金额' })
  .min(1, '请输入金额')
  .refine((v) => v === '' || (/^\d{1,9}(\.\d{1,2})?$/.test(v) && Number(v) > 0), '请输入最多保留两位小数的正数！')

/** RFC 3339 UTC; the console shows Asia/Shanghai (product §11). */
export const Time = z.iso.datetime().meta({ id: 'Time' })
/** A day in Asia/Shanghai, `2026-11-21`. */
export const Day = z.iso
  .date({ error: '请选择日期' })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', '请选择日期')
  .meta({ id: 'Day' })
/** Opaque and not guessable. */
export const Id = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, '编号格式有误')
/** The parameters of a path that names one row: `/api/v1/invoice/:id`. */
export const ById = z.object({ id: Id })
/** Account UUID, which its owner can copy. */
export const Uuid = z
  .string({ error: '请输入对方的 UUID' })
  .trim()
  .min(1, '请输入对方的 UUID')
  .refine((v) => v === '' || z.guid().safeParse(v).success, 'UUID 格式有误')
  .transform((v) => v.toLowerCase())
export const Name = (max: number, label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .max(max, `${label}最多 ${max} 个字`)
    .refine(isPlainText, `${label}不能包含控制字符`)
