import { Alert } from 'antd'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { limits } from '#contract/limits.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'

/** Notice for a platform that sends no mail. */
function MailDisabledNotice() {
  const { mail } = useServerOffers()
  if (mail) return null
  return <Alert type="info" showIcon message="平台目前没有开通邮件，不能验证新的邮箱；发票的 PDF 可以在发票详情下载。" />
}

const states = { default: '默认', verified: '已验证', waiting: '待验证' }
const statusStyles: StateStyles<keyof typeof states> = {
  default: { tone: 'success', icon: 'check' },
  verified: { tone: 'success', icon: 'check' },
  waiting: { tone: 'warning', icon: 'clock' },
}

/** E-mail addresses that receive invoices. */
export default defineResource({
  name: 'invoice-emails',
  label: '收票邮箱',
  meaning: `发票 PDF 寄到这里，最多 ${limits.invoiceEmailsMax} 个。验证之后才能使用。`,
  path: paths.invoiceEmails,
  nav: { section: 'invoices', order: 30 },
  access: 'main',
  api: { list: invoiceEmails.list, create: invoiceEmails.create, remove: invoiceEmails.remove },
  title: ({ email }) => email,
  columns: [
    { field: 'email', title: '邮箱' },
    {
      field: 'verified',
      title: '状态',
      type: 'status',
      value: ({ verified, is_default: isDefault }) => (isDefault ? 'default' : verified ? 'verified' : 'waiting'),
      words: states,
      looks: statusStyles,
    },
    { field: 'created_at', title: '添加时间', type: 'time' },
  ],
  form: {
    create: [
      {
        name: 'email',
        label: '邮箱地址',
        placeholder: 'finance@example.cn',
        help: '会寄一封带验证码的邮件，验证后才能用来收票。',
      },
    ],
    submit: '发送验证码',
  },
  created: () => import('./InvoiceEmailCode.tsx'),
  actions: [
    {
      name: 'verify',
      label: '填写验证码',
      icon: <Icon name="check" />,
      endpoint: invoiceEmails.verify,
      allowed: ({ verified }) => !verified,
      whenOff: 'hidden',
      effect: `验证码 ${limits.invoiceCodeSeconds / 60} 分钟内有效，没有收到可以重新发送。`,
      fields: [{ name: 'code', label: '验证码', placeholder: '6 位数字' }],
    },
    {
      name: 'send_code',
      label: '重新发送验证码',
      icon: <Icon name="refresh" />,
      endpoint: invoiceEmails.send_code,
      allowed: ({ verified }) => !verified,
      whenOff: 'hidden',
    },
    {
      name: 'default',
      label: '设为默认',
      icon: <Icon name="check" />,
      endpoint: invoiceEmails.set_default,
      allowed: ({ verified, is_default: isDefault }) => verified && !isDefault,
      whenOff: 'hidden',
    },
  ],
  remove: { effect: '以后的发票不再寄到这个邮箱；已申请的发票仍寄往申请时选的邮箱。' },
  above: MailDisabledNotice,
  empty: { title: '还没有收票邮箱', hint: '添加并验证一个邮箱，开票后 PDF 会自动寄到这里。' },
})
