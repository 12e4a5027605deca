import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { type ChatMessage, type ChatUsage, streamChat } from '#src/api/chat-stream.ts'

export interface ChatTurn {
  /** Identifies a turn, and gives its order. */
  id: number
  question: string
  answer: string
  state: 'streaming' | 'done' | 'stopped' | 'failed'
  /** Error message. */
  failure?: string
  /** The answer was cut off at the token limit. */
  cut?: boolean
  usage?: ChatUsage | null
}

export interface ChatSettings {
  model: string
  system: string
  temperature: number
  max_tokens: number | null
}

const toMessages = (turns: readonly ChatTurn[]): ChatMessage[] =>
  turns
    .filter(({ answer }) => answer !== '')
    .flatMap(({ question, answer }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: answer },
    ])

/** A conversation that exists only on this page; it is not stored anywhere. */
export function useChat() {
  const [turns, setTurns] = useState<readonly ChatTurn[]>([])
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const change = (id: number, to: (turn: ChatTurn) => Partial<ChatTurn>) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? { ...turn, ...to(turn) } : turn)))

  const send = async (question: string, { model, system, temperature, max_tokens: maxTokens }: ChatSettings): Promise<void> => {
    const id = turns.length
    const line = new AbortController()
    running.current = line
    const messages: ChatMessage[] = [
      ...(system.trim() ? [{ role: 'system' as const, content: system }] : []),
      ...toMessages(turns),
      { role: 'user', content: question },
    ]
    setTurns([...turns, { id, question, answer: '', state: 'streaming' }])
    try {
      const { finish_reason: finishReason, usage } = await streamChat(
        { model, messages, temperature, ...(maxTokens !== null && { max_tokens: maxTokens }) },
        { signal: line.signal, onText: (piece) => change(id, ({ answer }) => ({ answer: answer + piece })) },
      )
      change(id, () => ({ state: 'done', usage, cut: finishReason === 'length' }))
    } catch (error) {
      if (line.signal.aborted) change(id, () => ({ state: 'stopped' }))
      else change(id, () => ({ state: 'failed', failure: isApiError(error) ? error.message : '网络中断，请重试' }))
    } finally {
      if (running.current === line) running.current = null
    }
  }

  return {
    turns,
    streaming: turns.some(({ state }) => state === 'streaming'),
    send,
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort()
      setTurns([])
    },
  }
}
