import { z } from 'zod'

export const mailEnvironment = {
  /** Mail server: `smtps://user:password@smtp.example.cn:465`, or `smtp://…:587`, which then upgrades to TLS. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: '须以 smtp:// 或 smtps:// 开头' }).optional(),
  /** Sender: `智算中心 <notice@example.cn>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<)?[^<>@\s]+@[^<>@\s]+>?$/, '须为邮箱地址，可带名称')
    .optional(),
}

type MailEnvironment = z.infer<z.ZodObject<typeof mailEnvironment>>

export function buildSmtpConfig({ SMTP_URL: url, MAIL_FROM: from }: MailEnvironment): { url: string; from: string } | undefined {
  if (!url && !from) return
  if (!url || !from) throw new Error('配置 SMTP_URL 与 MAIL_FROM 须一起设置')
  return { url, from }
}
