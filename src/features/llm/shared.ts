export { llmCallStateStyles } from './calls/llm-call-styles.ts'
