import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { Link } from 'react-router-dom'
import { titleHolders } from '#contract/invoice-titles.ts'
import { type InvoiceKind, invoiceKinds } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import styles from './InvoicingForm.module.css'
import type { InvoiceDraft, resolveInvoiceDraft } from './invoice-draft.ts'
import type { InvoicingData } from './invoicing-data.ts'

interface Props {
  resolved: ReturnType<typeof resolveInvoiceDraft>
  data: InvoicingData
  faults: Partial<Record<string, string>>
  change: (changes: Partial<InvoiceDraft>) => void
}

const toFormItemProps = (fault: string | undefined) => ({ ...(fault && { validateStatus: 'error' as const, help: fault }) })

/** Fields for kind, title, addresses and remark. */
export function InvoiceFields({ resolved, data: { titles, emails }, faults, change }: Props) {
  const { kind, title, remark } = resolved
  const specialLacks = kind === 'special' && title && !title.special_ready
  return (
    <Form layout="vertical" requiredMark={false} component="div">
      <Form.Item label="发票类型" {...toFormItemProps(faults.kind)}>
        <Radio.Group
          optionType="button"
          value={kind}
          options={Object.entries(invoiceKinds).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => change({ kind: target.value as InvoiceKind })}
        />
      </Form.Item>
      <Form.Item
        label="发票抬头"
        htmlFor="title_id"
        {...toFormItemProps(faults.title_id)}
        extra={
          titles.length === 0 ? (
            <>
              还没有抬头。<Link to={paths.invoiceTitleCreate}>添加抬头</Link>，已选的项目会保留。
            </>
          ) : specialLacks ? (
            title.holder === 'person' ? (
              '专用发票只开给企业和高校，请换一个抬头或改开普通发票。'
            ) : (
              <>
                {!faults.title_id && '专用发票需要注册地址、电话、开户银行和账号，'}
                <Link to={paths.invoiceTitleEdit(title.id)}>补全这个抬头</Link>
              </>
            )
          ) : (
            <Link to={paths.invoiceTitles}>管理抬头</Link>
          )
        }
      >
        <Select
          id="title_id"
          placeholder="选择抬头"
          value={title?.id}
          onChange={(titleId) => change({ title_id: titleId })}
          options={titles.map(({ id, name, holder, tax_number: taxNumber }) => ({
            value: id,
            label: `${name}（${titleHolders[holder]}${taxNumber && ` ${taxNumber}`}）`,
          }))}
        />
      </Form.Item>
      <Form.Item
        label="收票邮箱"
        {...toFormItemProps(faults.emails)}
        extra={emails.length > 0 && '开票后把 PDF 寄到所选邮箱，不选则只能下载。'}
      >
        {emails.length === 0 ? (
          <span className={styles.unsent}>
            没有已验证的邮箱，开票后可以下载 PDF；也可以先<Link to={paths.invoiceEmails}>添加邮箱</Link>。
          </span>
        ) : (
          <Checkbox.Group
            value={[...resolved.emails]}
            options={emails.map(({ email }) => ({ value: email, label: email }))}
            onChange={(chosen) => change({ emails: chosen })}
          />
        )}
      </Form.Item>
      <Form.Item label="备注" htmlFor="remark" {...toFormItemProps(faults.remark)}>
        <Input.TextArea
          id="remark"
          rows={3}
          maxLength={limits.invoiceRemarkMax}
          showCount
          placeholder="会印在发票上，可以不填"
          value={remark}
          onChange={({ target }) => change({ remark: target.value })}
        />
      </Form.Item>
    </Form>
  )
}
