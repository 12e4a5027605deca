import { Form, type FormInstance, Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'

interface Props<Values extends object> {
  title: string
  okText: string
  form: FormInstance<Values>
  initialValues: Partial<Values>
  submit: (values: Values) => void
  sending: boolean
  onClose: () => void
  afterOpenChange?: ModalProps['afterOpenChange']
  /** Failure and fields of the form. */
  children: ReactNode
}

/** Small dialog that holds one form; its button submits the form. */
export function FormDialog<Values extends object>(props: Props<Values>) {
  const { title, okText, form, initialValues, submit, sending, onClose, afterOpenChange, children } = props
  return (
    <Modal
      open
      width={440}
      title={title}
      okText={okText}
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" requiredMark={false} disabled={sending} initialValues={initialValues} onFinish={submit}>
        {children}
      </Form>
    </Modal>
  )
}
