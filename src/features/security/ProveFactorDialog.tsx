import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { RecoveryCode, secondFactor } from '#contract/second-factor.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './dialog.module.css'
import { FactorCodeItem } from './FactorCodeItem.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { reloadUser } from './reload-user.ts'

interface FormValues {
  code?: string
  recovery_code?: string
}

const purposes = {
  renew: { title: '更换恢复码', effect: '原来的恢复码全部失效，新的只显示一次。' },
  remove: { title: '关闭两步验证', effect: '关闭后登录不再需要动态码，恢复码全部失效。' },
}

/** Asks for a code before the second factor is removed, or its recovery codes are replaced. */
export default function ProveFactorDialog({ purpose, onClose }: { purpose: keyof typeof purposes; onClose: () => void }) {
  const [form] = Form.useForm<FormValues>()
  const [recovering, setRecovering] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const renewing = useAction(secondFactor.renew_recovery_codes, { onDone: ({ data }) => setCodes(data.recovery_codes) })
  const removing = useAction(secondFactor.remove, {
    onDone: () => {
      reloadUser()
      onClose()
    },
  })
  const { submit, sending, failure, forget } = useFormSubmit(form, (typed: FormValues) =>
    purpose === 'renew'
      ? renewing.send({ body: { code: typed.code ?? '' } })
      : removing.send({ body: recovering ? { recovery_code: typed.recovery_code } : { code: typed.code } }),
  )
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  const { title, effect } = purposes[purpose]

  return (
    <Modal
      open
      width={440}
      title={title}
      okText={title}
      okButtonProps={{ loading: sending, danger: purpose === 'remove' }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className={styles.effect}>{effect}</p>
      <Form form={form} name="prove-factor" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={[recovering ? 'recovery_code' : 'code']} />}
        {recovering ? (
          <Form.Item name="recovery_code" label="恢复码" rules={[createZodRule(RecoveryCode)]} validateTrigger={['onSubmit']}>
            <Input autoComplete="off" spellCheck={false} autoFocus onPressEnter={form.submit} />
          </Form.Item>
        ) : (
          <FactorCodeItem onEnter={form.submit} />
        )}
      </Form>
      {purpose === 'remove' && (
        <Button
          type="link"
          className={styles.toggle ?? ''}
          onClick={() => {
            forget()
            setRecovering(!recovering)
          }}
        >
          {recovering ? '用动态码' : '手机不在身边，用恢复码'}
        </Button>
      )}
    </Modal>
  )
}
