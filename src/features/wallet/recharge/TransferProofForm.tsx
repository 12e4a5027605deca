import { Button, Form, Input } from 'antd'
import { Link } from 'react-router-dom'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { FileField } from '#src/admin/form/FileField.tsx'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './BankTransferGuide.module.css'
import { rechargeAmountSchema } from './recharge-amount.ts'
import { type TransferProof, useSendTransferProof } from './use-send-proof.ts'

const names = ['payer_name', 'file']
const pictureRule = {
  validator: (_: unknown, file: unknown) => (file ? Promise.resolve() : Promise.reject(new Error('请选择转账凭证的图片'))),
}

/** Who paid, and the picture that shows it; the amount is the one above. */
export function TransferProofForm({ amount }: { amount: string }) {
  const [form] = Form.useForm<Omit<TransferProof, 'amount'>>()
  const { send, sending, part, failure } = useSendTransferProof()

  useFieldErrors(form, failure?.errors)

  const valid = rechargeAmountSchema.safeParse(amount).success
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      onFinish={(proof) => send({ ...proof, amount })}
      scrollToFirstError={{ focus: true }}
    >
      {failure && <FormFailure error={failure} fields={names} />}
      <Form.Item
        name="payer_name"
        label="付款户名"
        rules={[createZodRule(bankTransfers.create.body.shape.payer_name)]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input autoComplete="organization" placeholder="与付款银行账户一致" />
      </Form.Item>
      <Form.Item name="file" label="转账凭证" extra="银行回单或转账截图，JPG、PNG 或 WebP，5 MB 以内" rules={[pictureRule]}>
        <FileField accept="image/png,image/jpeg,image/webp" what="图片" />
      </Form.Item>
      <div className={styles.send}>
        <span>
          汇款金额 {valid ? <YuanAmount amount={amount} as="price" /> : '—'}，<Link to={paths.bankTransfers}>查看转账记录</Link>
        </span>
        <Button type="primary" htmlType="submit" loading={sending} disabled={!valid || sending}>
          {sending && part > 0 && part < 1 ? `上传 ${Math.round(part * 100)}%` : '提交凭证'}
        </Button>
      </div>
    </Form>
  )
}
