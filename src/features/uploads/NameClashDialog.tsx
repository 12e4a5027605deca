import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import styles from './NameClashDialog.module.css'

export type NameClashAnswer = 'skip' | 'rename' | 'replace'

interface Props {
  /** The verb, e.g. 上传 or 移动. */
  doing: string
  name: string
  /** Number of further name clashes. */
  others: number
  onAnswer: (answer: NameClashAnswer, all: boolean) => void
  /** Called when the user postpones the decision. */
  onLater: () => void
}

/** Asks how to resolve a name clash. */
export default function NameClashDialog({ doing, name, others, onAnswer, onLater }: Props) {
  const [all, setAll] = useState(false)
  const answer = (chosen: NameClashAnswer) => onAnswer(chosen, all)
  return (
    <Modal
      open
      title={`已有同名的「${name}」`}
      maskClosable={false}
      onCancel={onLater}
      footer={
        <>
          <Button onClick={() => answer('skip')}>跳过</Button>
          <Button danger onClick={() => answer('replace')}>
            覆盖
          </Button>
          <Button type="primary" onClick={() => answer('rename')}>
            保留两份
          </Button>
        </>
      }
    >
      <p className={styles.effect}>
        跳过：不{doing}这一个。保留两份：新的一份自动改名。覆盖：原来的文件被永久替换，不能恢复；文件夹不能被覆盖。
      </p>
      {others > 0 && (
        <Checkbox checked={all} onChange={({ target }) => setAll(target.checked)}>
          其余 {others} 个同名的也这样处理
        </Checkbox>
      )}
    </Modal>
  )
}
