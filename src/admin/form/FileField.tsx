import { Button } from 'antd'
import { useRef } from 'react'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './FileField.module.css'

interface Props {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
  /** Accepted media types or file extensions, as in the HTML attribute. */
  accept?: string | undefined
  /** Name of what is chosen, for example 图片. */
  what?: string
}

/** File input that shows the chosen file and allows changing it. antd's `Form.Item` passes value, onChange and id. */
export function FileField({ id, value, onChange, accept, what = '文件' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.picker}>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        onChange={({ target }) => onChange?.(target.files?.[0])}
      />
      <Button tabIndex={-1} onClick={() => input.current?.click()}>
        {value ? '重新选择' : `选择${what}`}
      </Button>
      {value && (
        <span className={styles.name}>
          {value.name}（{formatBytes(value.size)}）
        </span>
      )}
    </div>
  )
}
