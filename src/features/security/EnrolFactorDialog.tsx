import { Form, Modal } from 'antd'
import { useState } from 'react'
import { type FactorEnrolment, secondFactor } from '#contract/second-factor.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { QrImage } from '#src/ui/QrImage.tsx'
import { FactorCodeItem } from './FactorCodeItem.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { reloadUser } from './reload-user.ts'
import styles from './second-factor.module.css'

const groupOfFour = /(.{4})(?=.)/g

/** Adds an authenticator app: shows its secret, asks for a code of it, then shows the recovery codes. */
export default function EnrolFactorDialog({ enrolment, onClose }: { enrolment: FactorEnrolment; onClose: () => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const [codes, setCodes] = useState<string[]>()
  const { send } = useAction(secondFactor.confirm, {
    onDone: ({ data }) => {
      setCodes(data.recovery_codes)
      reloadUser()
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, ({ code }) => send({ body: { code } }))
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />

  return (
    <Modal
      open
      width={440}
      title="开启两步验证"
      okText="确认开启"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <ol className={styles.steps}>
        <li>在手机上安装身份验证器，如微软或谷歌的 Authenticator；不少密码管理器也可以。</li>
        <li>
          用它扫描二维码，或手动输入密钥：
          <div className={styles.secret}>
            <QrImage text={enrolment.uri} label="身份验证器的二维码" />
            <CopyText text={enrolment.secret} label="复制密钥" mono>
              <span className={styles.key}>{enrolment.secret.replace(groupOfFour, '$1 ')}</span>
            </CopyText>
          </div>
        </li>
        <li>输入它显示的 6 位动态码。开启后其他设备会退出登录。</li>
      </ol>
      <Form form={form} name="enrol-factor" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['code']} />}
        <FactorCodeItem onEnter={form.submit} />
      </Form>
    </Modal>
  )
}
