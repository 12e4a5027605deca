import { Form, type FormItemProps, Radio } from 'antd'
import { DatasetSourceInput } from './DatasetSourceInput.tsx'

interface Props {
  /** The files that were copied for this version are still there. */
  keepable: boolean
  rule: Pick<FormItemProps, 'rules' | 'validateTrigger'>
}

/** Where the files come from: a folder of one's file storage, or what was copied before. */
export function DatasetSourceField({ keepable, rule }: Props) {
  const keep = Form.useWatch<boolean>('keep') ?? keepable
  return (
    <>
      <Form.Item name="keep" label="文件" hidden={!keepable}>
        <Radio.Group
          optionType="button"
          options={[
            { value: true, label: '沿用已复制的文件' },
            { value: false, label: '重新选择文件夹' },
          ]}
        />
      </Form.Item>
      {!(keepable && keep) && (
        <Form.Item name="source" label="文件夹" extra="进入要发布的文件夹，其中的全部内容都会被复制" {...rule}>
          <DatasetSourceInput />
        </Form.Item>
      )}
    </>
  )
}
