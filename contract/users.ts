import { z } from 'zod'
import { Role } from './access.ts'
import { avatarPath } from './avatar-path.ts'
import { DirectoryKindName } from './directories.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { ById, Id, IdCard, Name, Time, Yuan } from './scalars.ts'

/** requirements §3 "User info". `real_name.passed` is 'T' if verified; names and numbers are masked. */
export const UserInfo = z
  .object({
    id: Id,
    uuid: z.uuid(),
    nickname: z.string(),
    avatar_id: Id.nullable().meta({ description: '没有上传时由页面画出' }),
    phone: z.string().meta({ description: '脱敏手机号' }),
    real_name: z.object({ passed: z.enum(['T', 'F']), name: z.string().nullable() }),
    is_creator: z.boolean(),
    is_tencent: z.boolean(),
    total_amount: Yuan,
    account_type: z.enum(['main', 'sub']),
    role: Role,
    second_factor: z.enum(['on', 'off', 'due']).meta({ description: '两步验证；due：运营账号须先开启，才能使用运营后台' }),
    directory: z
      .object({ name: z.string(), kind: DirectoryKindName })
      .nullable()
      .meta({ description: '为这个账号担保的组织；自己登录的账号为 null' }),
    invite_code: z.string(),
    created_at: Time,
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

export const identityReviewStates = { pending: '待审核', passed: '已通过', refused: '已驳回' } as const
export type IdentityReviewState = keyof typeof identityReviewStates
export const IdentityReviewState = z.enum(Object.keys(identityReviewStates) as [IdentityReviewState, ...IdentityReviewState[]])

export const RealName = z.object({
  passed: z.enum(['T', 'F']),
  kind: z.literal('personal').nullable(),
  name: z.string().nullable().meta({ description: '脱敏姓名' }),
  id_number: z.string().nullable().meta({ description: '脱敏身份证号' }),
  verified_at: Time.nullable(),
  review: z
    .object({ status: IdentityReviewState, reason: z.string().nullable(), submitted_at: Time })
    .nullable()
    .meta({ description: '由人工审核的平台上，最近一次提交；其他平台当场得出结果，为 null' }),
})

export const RealNameForm = z.object({
  name: z
    .string({ error: '请输入真实姓名' })
    .trim()
    .min(1, '请输入真实姓名')
    .refine((v) => v === '' || /^[\p{Script=Han}·]{2,30}$/u.test(v), '请输入身份证上的中文姓名'),
  id_number: IdCard,
  consent: z.literal(true, { error: '请同意处理身份信息' }),
})

/** The user's own name and ID number, unmasked; needs a fresh proof and is written to the audit log. */
export const RevealedIdentity = z.object({ name: z.string(), id_number: z.string() })

export const users = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/user/:id',
    access: 'user',
    owned: 'user',
    summary: '用户信息',
    description: "Returns the caller's own account; the id of any other account is not found.",
    source: 'requirements §7',
    params: ById,
    data: UserInfo,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/user/:id',
    access: 'user',
    owned: 'user',
    summary: '修改昵称',
    description: "Changes the nickname of the caller's own account.",
    message: '昵称已修改',
    source: 'requirements §7',
    params: ById,
    body: z.object({ nickname: Name(20, '昵称') }),
    data: UserInfo,
  }),
  get_real_name: endpoint({
    method: 'GET',
    path: '/api/v1/real_name',
    access: 'user',
    summary: '实名认证状态',
    description: "Returns the caller's real-name verification, with name and ID number masked.",
    source: 'decided: product §6',
    data: RealName,
  }),
  verify_real_name: endpoint({
    method: 'POST',
    path: '/api/v1/real_name',
    access: 'main',
    idempotent: true,
    summary: '提交个人实名认证；由人工审核的平台上先是待审核',
    description: 'Submits name and ID number for verification; the outcome is immediate, or pending where operators review.',
    message: '实名信息已提交',
    source: 'decided: product §6',
    body: RealNameForm,
    data: RealName,
  }),
  reveal_real_name: endpoint({
    method: 'POST',
    path: '/api/v1/real_name/reveal',
    access: 'user',
    stepUp: true,
    summary: '查看自己的完整姓名和身份证号；记入审计',
    description: "Returns the caller's own name and ID number in full, and records the access in the audit log.",
    source: 'decided: 035',
    data: RevealedIdentity,
  }),
  upload_avatar: endpoint({
    method: 'POST',
    path: '/api/v1/user_avatar',
    access: 'user',
    summary: '更换头像；重绘为 256×256 的 WebP',
    description: "Replaces the caller's avatar by an uploaded picture, redrawn as a 256×256 WebP.",
    message: '头像已更换',
    source: 'requirements §7',
    upload: { max_bytes: limits.avatarMaxBytes },
    data: UserInfo,
  }),
  remove_avatar: endpoint({
    method: 'DELETE',
    path: '/api/v1/user_avatar',
    access: 'user',
    summary: '恢复默认头像',
    description: "Removes the caller's avatar, so that the default one is shown.",
    message: '已恢复默认头像',
    source: 'decided: 035',
    data: UserInfo,
  }),
  get_avatar: endpoint({
    method: 'GET',
    path: avatarPath,
    access: 'public',
    summary: '头像图片；编号不可猜测，每次更换都是新的编号',
    description: 'Returns an avatar as WebP; its id cannot be guessed and changes with every upload.',
    source: 'requirements §7',
    params: ById,
    data: z.unknown(),
    download: 'image/webp',
  }),
}
