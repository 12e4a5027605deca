import { Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { FileName } from '#contract/file-storage.ts'
import { FormDialog } from '#src/admin/form/FormDialog.tsx'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'

interface Props {
  title: string
  ok: string
  initial: string
  /** Number of characters selected initially: the name without the file extension. */
  selected: number
  send: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a file or folder. */
export function NameDialog({ title, ok, initial, selected, send, onClose }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  const input = useRef<InputRef>(null)
  const { submit, sending, failure } = useFormSubmit(form, async ({ name }: { name: string }) => {
    await send(name)
    onClose()
  })
  const take = (shown: boolean) => {
    if (!shown) return
    input.current?.focus()
    input.current?.setSelectionRange(0, selected)
  }
  return (
    <FormDialog
      title={title}
      okText={ok}
      form={form}
      initialValues={{ name: initial }}
      submit={submit}
      sending={sending}
      onClose={onClose}
      afterOpenChange={take}
    >
      {failure && <FormFailure error={failure} fields={['name']} />}
      <Form.Item name="name" label="名称" rules={[createZodRule(FileName)]} validateTrigger={validateOnBlur}>
        <Input ref={input} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  )
}
