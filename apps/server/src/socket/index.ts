/** The WebSocket transport: connections, topics, pushes. */
export { type Hub, type HubStats, openHub } from './hub.ts'
export { openSocketDoor } from './server.ts'
