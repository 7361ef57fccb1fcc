/** The WebSocket transport: connections, topics, pushes. */
export { Hub, type HubStats } from './hub.ts'
export { openSocketServer } from './server.ts'
