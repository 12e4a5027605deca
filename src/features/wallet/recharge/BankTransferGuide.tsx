import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { FileField } from '#src/admin/form/FileField.tsx'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { createIdPath, paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './BankTransferGuide.module.css'
import { rechargeAmountSchema } from './recharge-amount.ts'
import { type RechargeBankAccount, useRechargeWays } from './use-recharge-ways.ts'

interface TransferProof {
  amount: string
  payer_name: string
  file: File
}

/** Submits the proof of a transfer and opens the transfer; a retry after a failure creates no second transfer. */
function useSendTransferProof() {
  const [part, setPart] = useState(0)
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(bankTransfers.create, {
    pageTells: true,
    onDone: ({ data }) => navigate(createIdPath(paths.bankTransfers)(data.id)),
  })
  const send = ({ file, ...body }: TransferProof) => void run({ body }, { file, onProgress: setPart })
  return { send, sending: pending, part, failure }
}

const names = ['payer_name', 'file']
const pictureRule = {
  validator: (_: unknown, file: unknown) => (file ? Promise.resolve() : Promise.reject(new Error('请选择转账凭证的图片'))),
}

/** Form for the payer and a picture of the proof; the amount is entered above. */
function TransferProofForm({ amount }: { amount: string }) {
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
        validateTrigger={validateOnBlur}
      >
        <Input autoComplete="organization" placeholder="与付款银行账户一致" />
      </Form.Item>
      <Form.Item name="file" label="转账凭证" extra="银行回单或转账截图，JPG、PNG 或 WebP，5 MB 以内" rules={[pictureRule]}>
        <FileField accept="image/png,image/jpeg,image/webp" what="图片" />
      </Form.Item>
      <div className={styles.send}>
        <span>
          汇款金额 {valid ? <YuanAmount amount={amount} as="price" /> : '—'} · <Link to={paths.bankTransfers}>查看转账记录</Link>
        </span>
        <Button type="primary" htmlType="submit" loading={sending} disabled={!valid || sending}>
          {sending && part > 0 && part < 1 ? `上传 ${Math.round(part * 100)}%` : '提交凭证'}
        </Button>
      </div>
    </Form>
  )
}

function Account({ bank }: { bank: RechargeBankAccount }) {
  const lines: [string, string, string][] = [
    ['户名', bank.account_name, '复制户名'],
    ['账号', bank.account_number, '复制账号'],
    ['开户行', bank.bank_name, '复制开户行'],
    ['转账备注', bank.remark_code, '复制转账备注'],
  ]
  return (
    <>
      {bank.sample && <p className={styles.sample}>示例账户，请勿真实汇款。</p>}
      <dl className={styles.account}>
        {lines.map(([label, text, copy]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyText text={text} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        请在银行转账的备注里填写 <b>{bank.remark_code}</b>，财务凭它认出是你的款。汇款后在下面提交凭证，一般 1 个工作日内入账。
      </p>
    </>
  )
}

/** Guide to bank transfers: account, remark, and the proof afterwards. */
export default function BankTransferGuide({ amount }: { amount: string }) {
  const { data, error, refetch } = useRechargeWays()
  return (
    <div className={styles.steps}>
      <PagePanel title="1. 汇款到对公账户">
        <AsyncView
          data={data}
          error={error}
          errorTitle="对公账户加载失败"
          onRetry={() => void refetch()}
          skeleton={<Skeleton height={160} />}
        >
          {({ bank }) => (bank ? <Account bank={bank} /> : <p>对公转账没有开通，请换一种支付方式。</p>)}
        </AsyncView>
      </PagePanel>
      <PagePanel title="2. 提交转账凭证">
        <TransferProofForm amount={amount} />
      </PagePanel>
    </div>
  )
}
