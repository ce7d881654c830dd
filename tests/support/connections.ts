import { Agent, setGlobalDispatcher } from 'undici';

// Each call has a connection of its own, since the store may close a kept one in the moment in which a call leaves on it.
setGlobalDispatcher(new Agent({ pipelining: 0 }));
