import { Button, Form, Input, InputNumber, Select, Slider } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import type { LlmModel } from '#contract/llm-models.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeAnswerCost } from './answer-cost.ts'
import styles from './Playground.module.css'
import { type ChatTurn, useChat } from './use-chat.ts'

const stateNotes: Partial<Record<ChatTurn['state'], string>> = {
  stopped: '已停止。上游已生成的部分照常计费，见调用账单。',
}

/** A question with its answer and usage. Both are rendered as plain text, whatever they contain. */
function ChatTurnView({ turn, price }: { turn: ChatTurn; price: LlmModel['price'] }) {
  const { question, answer, state, failure, cut, usage } = turn
  const note = failure ?? stateNotes[state] ?? (cut ? '已到最多输出，回答没有说完。' : undefined)
  return (
    <article className={styles.turn}>
      <p className={styles.question}>{question}</p>
      <p className={styles.answer} data-state={state}>
        {answer}
      </p>
      {note && (
        <p className={styles.note} data-failed={state === 'failed'} role={state === 'failed' ? 'alert' : undefined}>
          <Icon name={state === 'failed' ? 'warning' : 'info'} /> {note}
        </p>
      )}
      {usage && (
        <p className={styles.usage}>
          输入 {usage.prompt_tokens} 词元，输出 {usage.completion_tokens} 词元，约{' '}
          <YuanAmount amount={computeAnswerCost(usage, price)} />
        </p>
      )}
    </article>
  )
}

const defaultTemperature = 0.7
const maxTemperature = 2

/** Chat with a model through the same API and at the same price as for a program; nothing is stored. */
export default function Playground({ models }: { models: readonly LlmModel[] | undefined }) {
  const { turns, streaming, send, stop, clear } = useChat()
  const [chosen, setChosen] = useState<string>()
  const [system, setSystem] = useState('')
  const [temperature, setTemperature] = useState(defaultTemperature)
  const [maxTokens, setMaxTokens] = useState<number | null>(null)
  const [question, setQuestion] = useState('')
  if (!models) return <SkeletonRows rows={4} />
  const model = models.find(({ id }) => id === chosen) ?? models[0]
  if (!model) return <EmptyState title="还没有可以对话的模型" hint="平台上架对话模型之后，可以在这里试用。" />

  const ask = () => {
    const text = question.trim()
    if (!text || streaming) return
    setQuestion('')
    void send(text, { model: model.id, system, temperature, max_tokens: maxTokens })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    ask()
  }

  return (
    <div className={styles.playground}>
      <Form layout="vertical" component="div">
        <Form.Item label="模型" htmlFor="playground-model">
          <Select
            id="playground-model"
            value={model.id}
            onChange={setChosen}
            options={models.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item label="系统提示词" htmlFor="playground-system">
          <Input.TextArea
            id="playground-system"
            rows={3}
            value={system}
            placeholder="可以不填，例如 你是一位耐心的助教"
            onChange={({ target }) => setSystem(target.value)}
          />
        </Form.Item>
        <Form.Item label={`温度：${temperature}`}>
          <Slider
            min={0}
            max={maxTemperature}
            step={0.1}
            value={temperature}
            onChange={setTemperature}
            ariaLabelForHandle="温度"
            tooltip={{ open: false }}
          />
        </Form.Item>
        <Form.Item label="最多输出（词元）" htmlFor="playground-max">
          <InputNumber
            id="playground-max"
            className={styles.number}
            min={1}
            max={model.max_output}
            precision={0}
            value={maxTokens}
            placeholder={`不填为 ${model.max_output}`}
            onChange={setMaxTokens}
          />
        </Form.Item>
      </Form>
      <div className={styles.talk}>
        <div className={styles.turns} role="log" aria-label="对话" aria-busy={streaming}>
          {turns.length === 0 ? (
            <p className={styles.hint}>
              问一句试试。与程序调用同价，从可用余额支付，记在账单的「控制台试用」里；对话内容不保存，刷新即清空。
            </p>
          ) : (
            turns.map((turn) => <ChatTurnView key={turn.id} turn={turn} price={model.price} />)
          )}
        </div>
        <div className={styles.ask}>
          <Input.TextArea
            aria-label="问题"
            rows={3}
            value={question}
            placeholder="输入问题，回车发送，Shift + 回车换行"
            onChange={({ target }) => setQuestion(target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.buttons}>
            {turns.length > 0 && <Button onClick={clear}>清空</Button>}
            {streaming ? (
              <Button icon={<Icon name="pause" />} onClick={stop}>
                停止
              </Button>
            ) : (
              <Button type="primary" disabled={question.trim() === ''} onClick={ask}>
                发送
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}
