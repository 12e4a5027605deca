import type { ReactNode } from 'react'
import { toShanghaiDay } from '#contract/day.ts'
import { titleHolders } from '#contract/invoice-titles.ts'
import { type InvoiceDetail, invoiceKinds } from '#contract/invoices.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InvoiceFacts.module.css'

const mailLabels = { waiting: '等待寄出', sent: '已寄出', failed: '没有寄出' } as const

/** Details of the invoice: printed data, numbers, and the addresses it was mailed to. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { title, mails } = invoice
  const facts: [string, ReactNode][] = [
    ['发票类型', invoiceKinds[invoice.kind]],
    ['价税合计', <YuanAmount key="amount" amount={invoice.amount} as="price" />],
    ['大写', invoice.amount_in_capitals],
    ['发票号码', invoice.number ? <CopyText key="number" text={invoice.number} label="复制发票号码" mono /> : '开具后显示'],
    ...(invoice.red_number
      ? [['红字发票号码', <CopyText key="red" text={invoice.red_number} label="复制红字发票号码" mono />] as [string, ReactNode]]
      : []),
    ['开票日期', invoice.issued_at ? toShanghaiDay(new Date(invoice.issued_at)) : '开具后显示'],
    ['抬头', `${title.name}（${titleHolders[title.holder]}）`],
    ['税号', title.tax_number || '—'],
    ...(invoice.kind === 'special'
      ? ([
          ['地址、电话', `${title.address} ${title.phone}`],
          ['开户银行、账号', `${title.bank} ${title.bank_account}`],
        ] as [string, ReactNode][])
      : []),
    ['备注', invoice.remark || '—'],
    ['收票邮箱', invoice.emails.join('、') || '不寄送'],
  ]
  return (
    <PagePanel title="发票信息">
      <dl className={styles.facts}>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mails.length > 0 && (
        <ul className={styles.mails} aria-label="寄送记录">
          {mails.map(({ email, state, at }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
            <li key={i}>
              {email} {mailLabels[state]} <TimeText at={at} />
            </li>
          ))}
        </ul>
      )}
    </PagePanel>
  )
}
