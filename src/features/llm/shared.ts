export { CallTrend } from './calls/CallTrend.tsx'
export { llmCallStateStyles } from './calls/llm-call-styles.ts'
